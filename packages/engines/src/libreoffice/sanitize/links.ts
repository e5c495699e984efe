/** Which addresses of a document stay: those a reader follows by a click, never those a program loads. */

const clickable = /^(?:https?:\/\/|mailto:|tel:|ftp:\/\/|#)/i

/** The address as a browser reads it (URL Standard: leading controls and inner tabs and newlines do not count), or undefined. */
export function clickableLink(address: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers ignore them, so they must not hide a scheme
  const read = address.replace(/^[\u0000-\u0020]+|[\u0000-\u0020]+$|[\t\n\r]/g, '')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no writer of ours may be handed one
  return clickable.test(read) && !/[\u0000-\u001f]/.test(read) ? read : undefined
}
