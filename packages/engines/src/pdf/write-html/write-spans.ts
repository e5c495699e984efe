/** Writes text and what stands in its lines: emphasis, links, notes and small pictures. */

import type { EncodedImage } from '../images.ts'
import type { Footnote, Span, SpanStyle } from '../layout/model.ts'
import { escapeHtml } from './escape-html.ts'

export interface HtmlContext {
  readonly body: SpanStyle
  readonly images: ReadonlyMap<string, EncodedImage>
  readonly notes: Footnote[]
}

/** Without a base the text of the body is what needs no marks; a heading's first words are its own. */
export function writeSpans(spans: readonly Span[], context: HtmlContext, base?: SpanStyle): string {
  return spans.map(span => writeSpan(span, context, base)).join('')
}

function writeSpan(span: Span, context: HtmlContext, base: SpanStyle | undefined): string {
  if (span.note) {
    const number = context.notes.push(span.note)
    return `<sup id="ref-${number}"><a href="#note-${number}">${number}</a></sup>`
  }
  if (span.image) return imageTag(span.image, context)
  const text = escapeHtml(span.text).replaceAll('\t', '&emsp;')
  const html = withLooks(
    emphasised(text, span, base ?? context.body),
    span,
    base ?? context.body,
    base !== undefined,
  )
  return span.link === undefined ? html : `<a href="${escapeHtml(span.link)}">${html}</a>`
}

function emphasised(text: string, { style, link }: Span, base: SpanStyle): string {
  let html = text
  if (style.isMonospaced && !base.isMonospaced) html = `<code>${html}</code>`
  if (style.isBold && !base.isBold) html = `<strong>${html}</strong>`
  if (style.isItalic && !base.isItalic) html = `<em>${html}</em>`
  if (style.isUnderlined && link === undefined) html = `<u>${html}</u>`
  if (style.script === 'super') return `<sup>${html}</sup>`
  return style.script === 'sub' ? `<sub>${html}</sub>` : html
}

function withLooks(html: string, { style, link }: Span, base: SpanStyle, isHeading: boolean): string {
  const hasOwnSize = !isHeading && !style.script && Math.abs(style.size / base.size - 1) > 0.12
  const looks = [
    ...(style.color !== base.color && link === undefined ? [`color: ${style.color}`] : []),
    ...(hasOwnSize ? [`font-size: ${(style.size / base.size).toFixed(2)}em`] : []),
  ]
  return looks.length > 0 ? `<span style="${looks.join('; ')}">${html}</span>` : html
}

/** Empty when the picture could not be read. */
export function imageTag(
  image: { readonly id: string; readonly width: number },
  context: HtmlContext,
): string {
  const encoded = context.images.get(image.id)
  if (!encoded) return ''
  const source = `data:image/${encoded.format === 'jpg' ? 'jpeg' : 'png'};base64,${encoded.data.toString('base64')}`
  const width = Math.round((image.width * 96) / 72)
  return `<img src="${source}" width="${width}" alt="">`
}
