// A link as a QR code: a picture, whose colours neither a dark mode nor an extension turns over as
// it does a page's.
/*! With uqr, under the MIT License.

Copyright (c) Project Nayuki
Copyright (c) 2023 Anthony Fu

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
*/
import { encode } from "uqr";

const QUIET = 4;

/**
 * The address of the picture: the dark squares as one path, on white, with their quiet zone.
 * @param {string} link
 */
export function qrPicture(link) {
  const { data, size } = encode(link, { ecc: "M", border: 0 });
  const squares = data.flatMap((row, y) =>
    row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")),
  );
  const side = size + 2 * QUIET;
  const box = `viewBox="${-QUIET} ${-QUIET} ${side} ${side}" shape-rendering="crispEdges"`;
  const paper = `<path fill="#fff" d="M${-QUIET} ${-QUIET}h${side}v${side}h${-side}z"/>`;
  const ink = `<path fill="#000" d="${squares.join("")}"/>`;
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" ${box}>${paper}${ink}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(drawn)}`;
}
