// What begins the fragment of an address that holds a game's code.
export const MARK = "#g=";
