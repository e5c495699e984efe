/** Writes a mail as text; pages become paragraphs, lists and addresses of links. */
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { sanitizeHtml } from '../../libreoffice/sanitize/html/sanitize-html.ts'
import type { Mail } from './mail.ts'
import { readableSize } from './mail-page.ts'

type Node = DefaultTreeAdapterTypes.Node

export function writeMailText({ headers, subject, bodies, attachments }: Mail): string {
  const lines = [...headers, ['Subject', subject] as const].map(([name, value]) => `${name}: ${value}`)
  const files = attachments.map(({ name, bytes }) => `Attachment: ${name} (${readableSize(bytes.length)})`)
  const texts = bodies.map(({ text, html }) => text ?? textOfPage(html ?? ''))
  return `${[...lines, ...files].join('\n')}\n\n${texts.map(text => text.trim()).join('\n\n')}\n`
}

const blocks =
  /^(?:address|article|aside|blockquote|center|dd|div|dl|dt|fieldset|figure|footer|form|h[1-6]|header|hr|main|nav|ol|p|pre|section|table|tr|ul|li)$/
const silent = /^(?:head|style|script|title)$/

/** Iterative, since pages may be nested deeply. */
function textOfPage(html: string): string {
  const written: string[] = []
  const stack: (Node | string)[] = [parse(sanitizeHtml(html, false))]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (typeof next === 'string') written.push(next)
    else if (next.nodeName === '#text' && 'value' in next) written.push(next.value.replace(/\s+/g, ' '))
    else if ('childNodes' in next && !silent.test(next.nodeName)) pushElement(next, stack, written)
  }
  return written
    .join('')
    .replace(/[ \t\u00a0]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function pushElement(
  node: DefaultTreeAdapterTypes.ParentNode,
  stack: (Node | string)[],
  written: string[],
): void {
  const name = node.nodeName
  if (name === 'br') written.push('\n')
  if (blocks.test(name)) {
    written.push(name === 'p' ? '\n\n' : '\n')
    stack.push(name === 'p' ? '\n\n' : '\n')
  }
  if (name === 'li') written.push('- ')
  if (name === 'td' || name === 'th') stack.push('\t')
  const address =
    name === 'a' && 'attrs' in node ? node.attrs.find(({ name: key }) => key === 'href')?.value : undefined
  if (address !== undefined && /^https?:/.test(address)) stack.push(` <${address}>`)
  for (let index = node.childNodes.length - 1; index >= 0; index--) {
    const child = node.childNodes[index]
    if (child) stack.push(child)
  }
}
