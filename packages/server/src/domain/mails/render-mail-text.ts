/** A mail as plain text: short lines, and links on lines of their own so that nothing breaks them. */
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
    // Two dashes and a space begin the part that mail programs leave out of a reply.
    `-- \n${productName}, ${page.siteUrl}\n${wrap(page.reason)}`,
  ]
  return `${blocks.filter(block => block !== undefined).join('\n\n')}\n`
}

function quote(words: string): string {
  return words
    .split('\n')
    .map(line => wrap(line, '> ', '> ').trimEnd())
    .join('\n')
}

function wrap(words: string, first = '', rest = ''): string {
  const lines: string[] = []
  let line = first
  let isEmpty = true
  for (const word of words.split(' ')) {
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
