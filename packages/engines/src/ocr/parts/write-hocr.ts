/** Writes the recognition result as hOCR, the HTML-based interchange format of OCR programs. */
import type { Recognition, RecognizedPage, RecognizedWord } from '@filesmith/contract/schemas/recognition'

export function writeHocr(recognition: Recognition): string {
  const body = recognition.pages.map(writePage).join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en" lang="en">
<head>
<title></title>
<meta http-equiv="Content-Type" content="text/html; charset=utf-8"/>
<meta name="ocr-system" content="Filesmith, Tesseract"/>
<meta name="ocr-capabilities" content="ocr_page ocr_carea ocr_par ocr_line ocrx_word ocrp_wconf"/>
</head>
<body>
${body}
</body>
</html>
`
}

function writePage(page: RecognizedPage): string {
  const { page: number, width, height, picture, languages } = page
  const image = picture === null ? '' : `image &quot;${picture}&quot;; `
  const language = languages.length === 0 ? '' : ` lang="${escapeXml(languages.join('+'))}"`
  const lines = [...Map.groupBy(page.words, ({ line }) => line).values()]
  const content =
    lines.length === 0
      ? ''
      : `<div class="ocr_carea" id="block_${number}_1" title="${boxOf(page.words)}">
<p class="ocr_par" id="par_${number}_1"${language} title="${boxOf(page.words)}">
${lines.map((line, index) => writeLine(line, `${number}_${index + 1}`)).join('\n')}
</p>
</div>
`
  return `<div class="ocr_page" id="page_${number}" title="${image}bbox 0 0 ${Math.round(width)} ${Math.round(height)}; ppageno ${number - 1}">
${content}</div>`
}

function writeLine(words: readonly RecognizedWord[], id: string): string {
  const spans = words.map(
    (word, index) =>
      `<span class="ocrx_word" id="word_${id}_${index + 1}" title="${boxOf([word])}; x_wconf ${Math.round(word.confidence)}">${escapeXml(word.text)}</span>`,
  )
  return `<span class="ocr_line" id="line_${id}" title="${boxOf(words)}">${spans.join(' ')}</span>`
}

function boxOf(words: readonly RecognizedWord[]): string {
  const left = Math.min(...words.map(({ x }) => x))
  const top = Math.min(...words.map(({ y }) => y))
  const right = Math.max(...words.map(({ x, width }) => x + width))
  const bottom = Math.max(...words.map(({ y, height }) => y + height))
  return `bbox ${[left, top, right, bottom].map(Math.round).join(' ')}`
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, sign => entities[sign] ?? sign).replace(notXml, '')
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are not allowed in XML 1.0.
const notXml = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
