/** Which URLs of a document are kept: those a reader may click, never those a program loads. */

const clickable = /^(?:https?:\/\/|mailto:|tel:|ftp:\/\/|#)/i

/** The URL as a browser parses it (URL Standard: leading control characters, tabs and newlines are ignored), or undefined. */
export function clickableLink(address: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers ignore them, so they must not hide a scheme
  const read = address.replace(/^[\u0000-\u0020]+|(?<![\u0000-\u0020])[\u0000-\u0020]+$|[\t\n\r]/g, '')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must not reach a writer
  return clickable.test(read) && !/[\u0000-\u001f]/.test(read) ? read : undefined
}
