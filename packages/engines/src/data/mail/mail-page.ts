/** Writes a mail as a self-contained page: its headers, its attachments as a list, and its sanitized content. */
import {
  escapeAttribute,
  escapeText,
  safeImage,
  sanitizeHtml,
} from '../../libreoffice/sanitize/html/sanitize-html.ts'
import type { Mail, MailAttachment } from './mail.ts'

export interface MailPage {
  readonly html: string
  /** Images on other servers, which are never loaded. */
  readonly remoteImages: number
  /** Shown in the content, so not listed as attachments. */
  readonly shown: ReadonlySet<MailAttachment>
}

/** Of images that are shown again: one image can be shown many times (denial of service). */
const maxRepeatedBytes = 20 * 1024 * 1024
const remoteImage =
  /<img\b[^>]*?\bsrc\s*=\s*["']?\s*(?:https?:)?\/\/|\bbackground\s*=\s*["']?\s*https?:|url\(\s*["']?\s*https?:/gi

export function writeMailPage(mail: Mail): MailPage {
  const shown = new Set<MailAttachment>()
  const contents = mail.bodies.map(body => {
    if (body.html !== undefined) return withImages(body.html, mail.attachments, shown)
    return `<pre style="white-space: pre-wrap; font-family: inherit">\n${escapeText(body.text ?? '')}</pre>`
  })
  const listed = mail.attachments.filter(attachment => !shown.has(attachment))
  const page = [
    '<!DOCTYPE html><html><head>',
    `<title>${escapeText(mail.subject || 'Mail')}</title>`,
    '<style>body { font-family: sans-serif; max-width: 60em; margin: 1em auto; padding: 0 1em }</style>',
    '</head><body>',
    `<h1 style="font-size: 1.3em">${escapeText(mail.subject || '(no subject)')}</h1>`,
    writeHeaders(mail, listed),
    '<hr>',
    ...contents,
    '</body></html>',
  ].join('\n')
  const remoteImages = contents.reduce((sum, content) => sum + (content.match(remoteImage)?.length ?? 0), 0)
  return { html: sanitizeHtml(page, true), remoteImages, shown }
}

function writeHeaders({ headers }: Mail, listed: readonly MailAttachment[]): string {
  const attachments = listed.map(
    attachment => `${attachment.name} (${readableSize(attachment.bytes.length)})`,
  )
  const rows = [...headers, ...(listed.length > 0 ? [['Attachments', attachments.join(', ')] as const] : [])]
  const cells = rows.map(
    ([name, value]) =>
      `<tr><td style="padding-right: 1em; vertical-align: top"><b>${escapeText(name)}</b></td><td>${escapeText(value)}</td></tr>`,
  )
  return `<table style="border: 0">${cells.join('')}</table>`
}

export function readableSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  return bytes < 1024 ** 2 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`
}

const ownImage = /\bcid:([^"'\s)>]+)/gi

/** Images of the mail itself, by their ids. */
function withImages(
  html: string,
  attachments: readonly MailAttachment[],
  shown: Set<MailAttachment>,
): string {
  const byId = new Map(attachments.flatMap(item => (item.contentId ? [[item.contentId, item] as const] : [])))
  let repeatedBytes = 0
  return html.replace(ownImage, (reference, id: string) => {
    const found = byId.get(id) ?? byId.get(unescapeId(id))
    const image = found && safeImage(found.bytes)
    if (found === undefined || image === undefined) return reference
    if (shown.has(found)) repeatedBytes += image.bytes.length
    if (repeatedBytes > maxRepeatedBytes) return reference
    shown.add(found)
    return escapeAttribute(`data:${image.type};base64,${image.bytes.toString('base64')}`)
  })
}

function unescapeId(id: string): string {
  try {
    return decodeURIComponent(id.replaceAll('&amp;', '&'))
  } catch {
    return id
  }
}
