/** Finds scripts and references to anything outside of an SVG, which no result may have. */
const script = /<script|<foreignObject|<!ENTITY/i
const handler = /\son\w+\s*=/i
const reference = /\b(?:href|src)\s*=\s*["'](?!#|data:image\/)/i
const styleReference = /url\(\s*["']?(?!#|data:image\/)|@import/i
/** Loaded only by a click. */
const link = /^(<a\s[^<>]*?)\bhref="(?:https?:\/\/|mailto:)[^"<>]*"/

const aside = /<!--[\s\S]*?(-->|$)|<!\[CDATA\[[\s\S]*?(\]\]>|$)|<\?[\s\S]*?(\?>|$)/g
/** Text may contain "one = 1". */
const tag = /<[\w:](?:[^<>"']|"[^"]*"|'[^']*')*>/g

export function isSafeSvg(svg: string): boolean {
  if (script.test(svg) || styleReference.test(svg)) return false
  // Readers differ in where one ends that is not closed.
  let areClosed = true
  const markup = svg.replace(aside, (_, comment?: string, data?: string, instruction?: string) => {
    if ((comment ?? data ?? instruction) === '') areClosed = false
    return ''
  })
  const tags = markup.match(tag) ?? []
  return areClosed && !tags.some(each => handler.test(each) || reference.test(each.replace(link, '$1')))
}
