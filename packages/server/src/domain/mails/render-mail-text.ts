/** Renders an email as plain text, wrapped at 72 columns, with each link on its own line so that it is not broken. */
import { productName } from '@filesmith/contract/product-name'
import type { MailPage } from './mail-page.ts'

const columns = 72

export function renderMailText(page: MailPage): string {
  const { action } = page
  const blocks = [
    `Hello ${page.username},`,
    ...page.paragraphs.map(paragraph => wrap(paragraph)),
    page.items?.map(item => wrap(item, '- ', '  ')).join('\n'),
    page.quote && quote(page.quote),
    action && `${action.label}:\n${action.url}`,
    action?.terms && wrap(action.terms),
    page.afterwards && wrap(page.afterwards),
    // Signature delimiter (RFC 3676): mail clients omit what follows from replies.
    `-- \n${productName}, ${page.siteUrl}\n${wrap(page.reason)}`,
  ]
  return `${blocks.filter(block => block !== undefined).join('\n\n')}\n`
}

function quote(text: string): string {
  return text
    .split('\n')
    .map(line => wrap(line, '> ', '> ').trimEnd())
    .join('\n')
}

function wrap(text: string, first = '', rest = ''): string {
  const lines: string[] = []
  let line = first
  let isEmpty = true
  for (const word of text.split(' ')) {
    if (!isEmpty && line.length + 1 + word.length > columns) {
      lines.push(line)
      line = rest
      isEmpty = true
    }
    line += isEmpty ? word : ` ${word}`
    isEmpty = false
  }
  return [...lines, line].join('\n')
}
