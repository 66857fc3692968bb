// What begins the fragment of an address that holds a game's code, as a messenger may have escaped
// it.
export const MARK = /^#(#|%23)?g[=%]/;
