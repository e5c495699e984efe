/** Writes spans as HTML: emphasis, links, footnote references and inline images. */

import type { Footnote, Span, SpanStyle } from '../../page-layout/model.ts'
import type { EncodedImage } from '../images.ts'
import { escapeHtml } from './escape-html.ts'

export interface HtmlContext {
  readonly body: SpanStyle
  readonly images: ReadonlyMap<string, EncodedImage>
  readonly notes: Footnote[]
}

/** `base` is the style that needs no markup: the body style, or that of a heading's first span. */
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
  const html = withInlineStyle(
    withEmphasis(text, span, base ?? context.body),
    span,
    base ?? context.body,
    base !== undefined,
  )
  return span.link === undefined ? html : `<a href="${escapeHtml(span.link)}">${html}</a>`
}

function withEmphasis(text: string, { style, link }: Span, base: SpanStyle): string {
  let html = text
  if (style.isMonospaced && !base.isMonospaced) html = `<code>${html}</code>`
  if (style.isBold && !base.isBold) html = `<strong>${html}</strong>`
  if (style.isItalic && !base.isItalic) html = `<em>${html}</em>`
  if (style.isUnderlined && link === undefined) html = `<u>${html}</u>`
  if (style.script === 'super') return `<sup>${html}</sup>`
  return style.script === 'sub' ? `<sub>${html}</sub>` : html
}

function withInlineStyle(html: string, { style, link }: Span, base: SpanStyle, isHeading: boolean): string {
  const hasOwnSize = !isHeading && !style.script && Math.abs(style.size / base.size - 1) > 0.12
  const declarations = [
    ...(style.color !== base.color && link === undefined ? [`color: ${style.color}`] : []),
    ...(hasOwnSize ? [`font-size: ${(style.size / base.size).toFixed(2)}em`] : []),
  ]
  return declarations.length > 0 ? `<span style="${declarations.join('; ')}">${html}</span>` : html
}

/** Empty if the image could not be decoded. */
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
