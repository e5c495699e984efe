/** Parses the bullets and numbers at the start of list items. */

export interface Marker {
  readonly text: string
  readonly isNumbered: boolean
  /** Numbering style; for bullets the character. */
  readonly style: string
  /** 3 for '3.', 'c)' or 'iii.' */
  readonly value: number
}

const bullet = /^([•◦‣▪▫●○■□◆◇➢➤✓✔❖❑◻☐☑☒⊠·∙–—\-*])(?=\s)/u
const numbered =
  /^(?:\((\d{1,3}|[a-zA-Z]|[ivxlc]{1,6})\)|(\d{1,3}|[a-zA-Z]|[ivxlcIVXLC]{1,6})([.)])|(\d{1,2}(?:\.\d{1,2}){1,3})\.?)(?=\s)/
const roman: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 }

export function startsWithMarker(text: string): boolean {
  return readMarkers(text).length > 0
}

/** All interpretations: 'i.' may be a letter or a Roman numeral. */
export function readMarkers(text: string): Marker[] {
  const sign = bullet.exec(text)
  if (sign) return [{ text: sign[1] ?? '', isNumbered: false, style: sign[1] ?? '', value: 0 }]
  const match = numbered.exec(text)
  if (!match) return []
  const [whole, inBrackets, plain, end] = match
  if (match[4] !== undefined) return []
  const label = inBrackets ?? plain ?? ''
  const shape = inBrackets === undefined ? end : '()'
  const marker = (style: string, value: number): Marker => ({
    text: whole,
    isNumbered: true,
    style: `${style}${shape}`,
    value,
  })
  if (/^\d+$/.test(label)) return [marker('1', Number(label))]
  const isLower = label === label.toLowerCase()
  const interpretations: Marker[] = []
  if (label.length === 1)
    interpretations.push(marker(isLower ? 'a' : 'A', label.toLowerCase().charCodeAt(0) - 96))
  if (/^[ivxlc]+$/i.test(label))
    interpretations.push(marker(isLower ? 'i' : 'I', romanValue(label.toLowerCase())))
  return interpretations
}

function romanValue(label: string): number {
  let total = 0
  for (let index = 0; index < label.length; index++) {
    const value = roman[label.charAt(index)] ?? 0
    total += value < (roman[label.charAt(index + 1)] ?? 0) ? -value : value
  }
  return total
}
