/** Renders a mail as HTML and as plain text. */
import { productName } from '@filesmith/contract/product-name'
import { escapeHtml } from '../escape-html.ts'

/** The design tokens of the site as hex colors, the only notation that every mail client supports. */
const light = {
  paper: '#f7f4ee',
  surface: '#fefdfb',
  ink: '#221c17',
  muted: '#5c544c',
  line: '#dad4cb',
  ember: '#bc4300',
  onEmber: '#fefaf3',
  link: '#ad3a00',
}
const dark: typeof light = {
  paper: '#1c1715',
  surface: '#26211f',
  ink: '#eeebe4',
  muted: '#b4afa6',
  line: '#413c38',
  ember: '#f78d44',
  onEmber: '#1b110c',
  link: '#fa9c57',
}

const textFont = "'Instrument Sans',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const headingFont = `'Bricolage Grotesque',${textFont}`
const monoFont = "'JetBrains Mono',ui-monospace,Menlo,Consolas,monospace"

const styleSheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) { .card { padding: 24px 20px !important; } }
@media (prefers-color-scheme: dark) {
  .paper { background: ${dark.paper} !important; }
  .card { background: ${dark.surface} !important; border-color: ${dark.line} !important; }
  .ink { color: ${dark.ink} !important; }
  .muted { color: ${dark.muted} !important; }
  .rule { border-color: ${dark.line} !important; }
  .ember { background: ${dark.ember} !important; }
  .on-ember { color: ${dark.onEmber} !important; }
  .link { color: ${dark.link} !important; }
}`

const rule = `<hr class="rule" style="border:0;border-top:1px solid ${light.line};margin:28px 0 20px">`
const tableStart = '<table role="presentation" cellpadding="0" cellspacing="0" border="0"'
/** Keeps mail clients from appending the start of the body to the preheader. */
const previewPadding = '&#8199;&#847; '.repeat(60)

/** Renders an email as HTML for old mail clients too: table layout, inline styles, no images, light and dark. */
export function renderMailHtml(page: MailPage): string {
  const inCard = [
    heading(page.subject),
    paragraph(`Hello ${escapeHtml(page.username)},`),
    ...page.paragraphs.map(text => paragraph(escapeHtml(text))),
    page.items && list(page.items),
    page.quote && quote(page.quote),
    page.action && button(page.action),
    page.afterwards && rule + smallPrint(escapeHtml(page.afterwards)),
  ]
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${escapeHtml(page.subject)}</title>
<style>${styleSheet}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${light.paper}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(page.preview)} ${previewPadding}</div>
${tableStart} width="100%" class="paper" style="background:${light.paper}"><tr><td align="center" style="padding:32px 12px">
<!--[if mso]><table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
${tableStart} width="100%" style="max-width:560px">
<tr><td style="padding:0 4px 16px">${brand()}</td></tr>
<tr><td class="card" style="padding:36px 40px;background:${light.surface};border:1px solid ${light.line};border-radius:6px">
${inCard.filter(part => part !== undefined).join('\n')}
</td></tr>
<tr><td style="padding:20px 4px 0">${footer(page)}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`
}

function brand(): string {
  return `${tableStart}><tr>
<td class="ember" width="12" style="width:12px;background:${light.ember};border-radius:2px;font-size:0">&nbsp;</td>
<td class="ink" style="padding-left:10px;font:700 20px/24px ${headingFont};color:${light.ink}">${productName}</td>
</tr></table>`
}

function heading(text: string): string {
  return `<h1 class="ink" style="margin:0 0 20px;font:700 24px/30px ${headingFont};color:${light.ink}">${escapeHtml(text)}</h1>`
}

function paragraph(html: string): string {
  return `<p class="ink" style="margin:0 0 16px;font:400 16px/25px ${textFont};color:${light.ink}">${html}</p>`
}

function smallPrint(html: string, margin = '0'): string {
  return `<p class="muted" style="margin:${margin};font:400 14px/21px ${textFont};color:${light.muted}">${html}</p>`
}

function list(items: readonly string[]): string {
  const rows = items.map(item => `<li style="margin:0 0 6px">${escapeHtml(item)}</li>`)
  return `<ul class="ink" style="margin:0 0 16px;padding:0 0 0 20px;font:400 16px/25px ${textFont};color:${light.ink}">${rows.join('')}</ul>`
}

function quote(text: string): string {
  const html = escapeHtml(text).replaceAll('\n', '<br>')
  return `<blockquote class="ink rule" style="margin:20px 0;padding:0 0 0 16px;border-left:3px solid ${light.line};font:400 16px/25px ${textFont};color:${light.ink};overflow-wrap:anywhere">${html}</blockquote>`
}

function button(action: NonNullable<MailPage['action']>): string {
  const url = escapeHtml(action.url)
  return `${tableStart} style="margin:8px 0 20px"><tr>
<td class="ember" bgcolor="${light.ember}" style="background:${light.ember};border-radius:6px">
<a class="on-ember" href="${url}" style="display:inline-block;padding:13px 24px;font:600 16px/22px ${textFont};color:${light.onEmber};text-decoration:none">${escapeHtml(action.label)}</a>
</td></tr></table>
${action.terms === undefined ? '' : smallPrint(escapeHtml(action.terms), '0 0 12px')}
${smallPrint('If the button does not work, open this link:', '0 0 2px')}
<p style="margin:0;font:400 13px/20px ${monoFont};word-break:break-all"><a class="link" href="${url}" style="color:${light.link}">${url}</a></p>`
}

function footer(page: MailPage): string {
  const url = escapeHtml(page.siteUrl)
  const site = `<a class="muted" href="${url}" style="color:${light.muted}">${url}</a>`
  return smallPrint(`${productName}, ${site}<br>${escapeHtml(page.reason)}`)
}

const columns = 72

/** Renders an email as plain text, wrapped at 72 columns, with each link on its own line so that it is not broken. */
export function renderMailText(page: MailPage): string {
  const { action } = page
  const blocks = [
    `Hello ${page.username},`,
    ...page.paragraphs.map(paragraph => wrap(paragraph)),
    page.items?.map(item => wrap(item, '- ', '  ')).join('\n'),
    page.quote && quoteText(page.quote),
    action && `${action.label}:\n${action.url}`,
    action?.terms && wrap(action.terms),
    page.afterwards && wrap(page.afterwards),
    // Signature delimiter (RFC 3676): mail clients omit what follows from replies.
    `-- \n${productName}, ${page.siteUrl}\n${wrap(page.reason)}`,
  ]
  return `${blocks.filter(block => block !== undefined).join('\n\n')}\n`
}

function quoteText(text: string): string {
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

export interface MailPage {
  readonly subject: string
  /** Preheader: the line that mail clients show next to the subject. */
  readonly preview: string
  readonly username: string
  readonly paragraphs: readonly string[]
  /** Bullet list after the paragraphs. */
  readonly items?: readonly string[]
  /** Text quoted verbatim, with its line breaks. */
  readonly quote?: string
  readonly action?: {
    readonly label: string
    readonly url: string
    /** How often the link works and when it expires. */
    readonly terms?: string
  }
  /** Small print after the action. */
  readonly afterwards?: string
  /** Footer: why the recipient gets this email. */
  readonly reason: string
  /** Public address of the site with BASE_PATH, without a trailing slash. */
  readonly siteUrl: string
}
