/** Writes consecutive list items as nested HTML lists. */
import { readMarkers } from '../../page-layout/markers.ts'
import type { Paragraph, ParagraphRole } from '../../page-layout/model.ts'

type Item = Extract<ParagraphRole, { kind: 'item' }>

const numberTypes = new Set(['a', 'A', 'i', 'I'])

export function writeList(items: readonly Paragraph[], write: (item: Paragraph) => string): string {
  const open: { level: number; name: string; list: number }[] = []
  let html = ''
  const close = () => {
    html += `</li>\n</${open.pop()?.name}>`
  }
  for (const item of items) {
    const role = item.role as Item
    while ((open.at(-1)?.level ?? -1) > role.level) close()
    const last = open.at(-1)
    const name = role.isNumbered ? 'ol' : 'ul'
    if (
      last &&
      last.level === role.level &&
      (last.name !== name || (role.level === 0 && last.list !== role.list))
    )
      close()
    const current = open.at(-1)
    if (current?.level === role.level) html += '</li>\n'
    else {
      html += `${html === '' ? '' : '\n'}<${name}${attributesOf(role)}>\n`
      open.push({ level: role.level, name, list: role.list })
    }
    html += `<li${item.isRightToLeft ? ' dir="rtl"' : ''}>${write(item)}`
  }
  while (open.length > 0) close()
  return html
}

function attributesOf(role: Item): string {
  const [marker] = readMarkers(`${role.marker} x`)
  if (!role.isNumbered || !marker) return ''
  const type = marker.style[0] ?? '1'
  return `${numberTypes.has(type) ? ` type="${type}"` : ''}${marker.value > 1 ? ` start="${marker.value}"` : ''}`
}
