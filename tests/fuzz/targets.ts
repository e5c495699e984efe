/** Every parser that untrusted bytes or text reach, each with its invariants. */
import { formats } from '@filesmith/contract/formats'
import { guessTextFormat } from '@filesmith/contract/guess-text-format'
import { operationIds, operations } from '@filesmith/contract/operations/registry'
import { ownPath } from '@filesmith/contract/own-path'
import { deletionReceiptSchema } from '@filesmith/contract/schemas/receipt'
import { sniffFormat } from '@filesmith/contract/sniff-format'
import { safeEntryNames } from '../../packages/engines/src/archive/entries.ts'
import { readProbe } from '../../packages/engines/src/ffmpeg/probe/probe.ts'
import { probeJsonSchema } from '../../packages/engines/src/ffmpeg/probe/probe-json.ts'
import { parseSrt } from '../../packages/engines/src/ffmpeg/subtitles/parse-srt.ts'
import { sanitizeDoc } from '../../packages/engines/src/libreoffice/sanitize/doc/sanitize-doc.ts'
import { css, sanitizeHtml } from '../../packages/engines/src/libreoffice/sanitize/html/sanitize-html.ts'
import { rewriteXml } from '../../packages/engines/src/libreoffice/sanitize/package/rewrite-xml.ts'
import { createMarkupRules } from '../../packages/engines/src/libreoffice/sanitize/package/sanitize-docx.ts'
import { sanitizeRtf } from '../../packages/engines/src/libreoffice/sanitize/rtf/sanitize-rtf.ts'
import { readArray, readDictionary } from '../../packages/engines/src/ocr/searchable-pdf/update/pdf-syntax.ts'
import { createFrameParser } from '../../packages/engines/src/process/frames.ts'
import { readApng } from '../../packages/engines/src/sharp/apng/read-apng.ts'
import { parseOrientation } from '../../packages/engines/src/tesseract/detect-orientation.ts'
import { parseWords } from '../../packages/engines/src/tesseract/parse-words.ts'
import { readPackage } from '../../packages/engines/src/translation/documents/docx/package/read-package.ts'
import { readCompoundFile } from '../../packages/engines/src/translation/documents/docx/protected/compound-file.ts'
import { parseXml } from '../../packages/engines/src/translation/documents/docx/xml/parse-xml.ts'
import { readSettings } from '../../packages/server/src/config.ts'
import { cleanFileName } from '../../packages/server/src/domain/uploads/uploads.ts'
import { attachmentHeader } from '../../packages/server/src/http/content-disposition.ts'
import { parseUploadMetadata } from '../../packages/server/src/http/routes/uploads.ts'
import { parseRange } from '../../packages/server/src/http/send-download.ts'
import { settingsSchema } from '../../packages/server/src/settings-schema.ts'
import { fileReaderTargets } from './file-readers.ts'
import { createTarget, type FuzzTarget } from './fuzz-target.ts'
import { mutateBytes, mutateText, randomJson, randomValues } from './mutate.ts'
import type { Random } from './random.ts'
import { apngSample, compoundSample, fileHeads, zipSample } from './samples.ts'

const names = [
  'a.png',
  '../../etc/passwd',
  'C:\\x\\con.txt',
  'e\u0301.jpg',
  '\u202egnp.exe',
  '日本.pdf',
  '.',
  '',
]
const nameParts = [
  '../',
  '/',
  '\\',
  '\u0000',
  '\r\n',
  '"',
  "'",
  '%',
  ';',
  '\u202e',
  '.tar.gz',
  '😀',
  '\ud800',
]
const settingNames = Object.keys(settingsSchema.shape)
const settingValues = [
  '',
  '0',
  '-1',
  '1e9',
  'true',
  'https://x.example',
  'postgres://',
  's3',
  'x'.repeat(99),
  '\n',
]
const probeFields = [
  'format_name',
  'codec_name',
  'profile',
  'pix_fmt',
  'duration',
  'bit_rate',
  'avg_frame_rate',
  'r_frame_rate',
]
const optionNames = operationIds.flatMap(id => Object.keys(operations[id].fields.shape))
const receiptFields = ['conversionId', 'files', 'kind', 'upload', 'sizeBytes', 'deletedAt', 'isAllDeleted']
const xmlTokens = [
  '<w:t>',
  '</w:t>',
  '<!DOCTYPE x [',
  '<![CDATA[',
  ']]>',
  '<!--',
  '-->',
  '&#0;',
  'xmlns:w="',
  '/>',
  '<',
]
const rtfTokens = [
  '{\\field{\\*\\fldinst ',
  'INCLUDEPICTURE "http://x"',
  'PAGE',
  '}{\\fldrslt ',
  '{\\object{\\*\\objdata ',
  '{\\pict\\pngblip ',
  '{\\*\\template ',
  "\\'49",
  '\\u73 ?',
  '\\bin9 ',
  '{',
  '}',
  '\\',
  '\\*',
]
const htmlTokens = [
  '<img src=http://x>',
  '<svg><image href=http://x>',
  '<style>@import "http://x";',
  '</style>',
  '<p style="background:url(http://x)">',
  '<math><mtext>',
  '<table><tr>',
  '<!--',
  '-->',
  '<textarea>',
  '<template>',
  '<noscript>',
  '<a href=javascript:x>',
  '&lt;',
  '<',
  '"',
]
const cssTokens = [
  'url(http://x)',
  '@import "http://x";',
  'u\\72l(',
  '{',
  '}',
  ';',
  '"',
  "'",
  '/*',
  '*/',
  '\\',
  '<',
  'image-set(',
  ')',
]
const fieldTokens = [
  '<w:fldChar w:fldCharType="begin"/>',
  '<w:fldChar w:fldCharType="separate"/>',
  '<w:fldChar w:fldCharType="end"/>',
  '<w:instrText>INCLUDE</w:instrText>',
  '<w:instrText>PICTURE a</w:instrText>',
  '<w:instrText> PAGE </w:instrText>',
  '<w:t>text</w:t>',
]
const pdfTokens = ['<<', '>>', '[', ']', '(', ')', '<', '/', '%', ' 0 R', '\\', 'endobj']

const isInside = ({ start, end }: { start: number; end: number }, size: number) =>
  start >= 0 && start <= end && end < size

function sanitizeAgain(rtf: string): string {
  try {
    return sanitizeRtf(Buffer.from(rtf, 'latin1')).toString('latin1')
  } catch (error) {
    return String(error)
  }
}

/** Parts that recognizers of text and markup search for. */
const sniffedParts = [
  ...[
    '999\n',
    '0\n',
    'SECTION',
    '\n',
    '\r\n',
    ' ',
    '\t',
    '#',
    '/*',
    '*/',
    '#define a_width 1 ',
    'P1 ',
    'P7\n',
    '1 ',
  ],
  ...[
    '<',
    '<!--',
    '<?',
    '<!DOCTYPE ',
    '[',
    '"',
    '<file-entry full-path="/" ',
    '<a:svg ',
    '%PDF-',
    'BEGIN:VCARD\n',
  ],
  ...[
    'From: a\n',
    'Key: value\n',
    ' folded\n',
    '{"a":',
    '[1,',
    '---\n',
    '1\n00:00:01,000 --> ',
    'PK\x01\x02',
    'PK\x03\x04',
  ],
]
const sniffedCharacters = 65_536

/** A start, a part or two repeated up to the length that is sniffed, and an end. */
function repeatedText(random: Random): string {
  const part = () => random.pick(sniffedParts)
  const pump = random.isChosen(0.5) ? part() : part() + part()
  const length = random.below(sniffedCharacters)
  return (
    (part() + pump.repeat(Math.ceil(length / pump.length))).slice(0, length) + part() + random.pick(['x', ''])
  )
}

export const fuzzTargets: Readonly<Record<string, FuzzTarget>> = {
  ...fileReaderTargets,
  'sniff-format': createTarget({
    make: random =>
      mutateBytes(random, random.pick(fileHeads), ['PK\x03\x04', 'ftyp', 'OggS', '<svg', 'RIFF']),
    read: bytes => sniffFormat(bytes, bytes),
    invariant: found =>
      found === undefined || Object.hasOwn(formats, found) ? undefined : `unknown format ${found}`,
  }),
  'sniff-format-repeated': createTarget({
    make: random => repeatedText(random),
    read: text => [sniffFormat(Buffer.from(text, 'latin1')), guessTextFormat(text)],
    // A linear reader takes a few milliseconds, a quadratic one seconds.
    maxCpuMs: 1000,
  }),
  'range-header': createTarget({
    make: random => ({
      header: mutateText(random, 'bytes=0-99', ['-', ',', '99999999999999999999', 'bytes=']),
      size: random.below(1000),
    }),
    read: ({ header, size }) => parseRange(header, size),
    invariant: (range, { size }) =>
      range === undefined || isInside(range, size) ? undefined : `out of bounds: ${JSON.stringify(range)}`,
  }),
  'upload-metadata': createTarget({
    make: random =>
      mutateText(random, 'filename YS5wbmc=,operation Y29udmVydC1pbWFnZQ==', [',', ' ', '=', '__proto__ ']),
    read: parseUploadMetadata,
  }),
  'file-names': createTarget({
    make: random => mutateText(random, random.pick(names), nameParts),
    read: name => ({ clean: cleanFileName(name), header: attachmentHeader(cleanFileName(name)) }),
    invariant: ({ clean, header }) =>
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
      /[\u0000-\u001f/\\]/.test(clean) || clean === '' || clean === '..' || /[^\x20-\x7e]/.test(header)
        ? `harmful: ${clean} ${header}`
        : undefined,
  }),
  'archive-names': createTarget({
    make: random =>
      Array.from({ length: 1 + random.below(6) }, () => mutateText(random, random.pick(names), nameParts)),
    read: safeEntryNames,
    invariant: safe => {
      const kept = safe.filter(name => name !== null)
      const isHarmful = (name: string) =>
        name.split('/').some(part => part === '' || part === '..') || name.includes('\\')
      if (kept.some(isHarmful)) return `path traversal: ${JSON.stringify(kept)}`
      const keys = new Set(kept.map(name => name.normalize('NFC').toLowerCase()))
      return keys.size === kept.length ? undefined : `duplicate name: ${JSON.stringify(kept)}`
    },
  }),
  'own-path': createTarget({
    make: random =>
      mutateText(random, '/profile?section=usage', ['//', '/\\', '/.//', '\t', 'https:', '@evil.example']),
    read: ownPath,
    invariant: path => {
      const { origin } = new URL(path, 'https://here.example')
      return origin === 'https://here.example' ? undefined : `open redirect to ${origin}`
    },
  }),
  options: createTarget({
    make: random => ({ id: random.pick(operationIds), fields: randomJson(random, optionNames) }),
    read: ({ id, fields }) => operations[id].fields.safeParse(fields).success,
  }),
  receipts: createTarget({
    make: random => randomJson(random, receiptFields),
    read: value => deletionReceiptSchema.safeParse(value).success,
  }),
  settings: createTarget({
    make: random =>
      Object.fromEntries(
        Array.from({ length: random.below(6) }, () => [
          random.pick(settingNames),
          random.pick(settingValues),
        ]),
      ),
    read: readSettings,
    knownErrors: ['SettingsError'],
  }),
  subtitles: createTarget({
    make: random =>
      mutateText(
        random,
        '1\n00:00:01,000 --> 00:00:02,500\n<i>Hello</i>\n\n2\n00:00:03,000 --> 00:00:04,000\nyou\n',
        ['-->', '\n\n', '99:99:99,999', '<font color=', '{\\an8}'],
      ),
    read: parseSrt,
    invariant: cues =>
      cues.every(cue => cue.startSeconds >= 0 && cue.endSeconds >= cue.startSeconds)
        ? undefined
        : 'cue ends before it starts',
  }),
  xml: createTarget({
    make: random =>
      mutateText(random, '<w:p xmlns:w="urn:x"><w:r a="1"><w:t>hello</w:t></w:r></w:p>', xmlTokens),
    read: source => parseXml(source),
    knownErrors: ['JobFailure'],
    invariant: ({ root, source }) =>
      root.end <= source.length && root.start >= 0 ? undefined : 'node outside of the source',
  }),
  rtf: createTarget({
    make: random =>
      mutateBytes(
        random,
        Buffer.from('{\\rtf1\\ansi a{\\field{\\*\\fldinst PAGE}{\\fldrslt 1}}\\par}'),
        rtfTokens,
      ),
    read: bytes => sanitizeRtf(bytes).toString('latin1'),
    knownErrors: ['JobFailure'],
    invariant: rtf =>
      // Text may contain anything, but no field instruction, object or template may remain.
      /\\fldinst \{[^}]*INCLUDE|\\obj(?:data|class)|\\template(?![a-z])|\\bin\d/.test(
        rtf.replaceAll('\\\\', ''),
      )
        ? `external reference: ${rtf}`
        : sanitizeAgain(rtf) === rtf
          ? undefined
          : `not idempotent: ${rtf} | ${sanitizeAgain(rtf)}`,
  }),
  html: createTarget({
    make: random =>
      mutateText(random, '<!DOCTYPE html><body><p title="a">b<svg><path d="M0 0"/></svg></p>', htmlTokens),
    read: text => sanitizeHtml(text, false),
    knownErrors: ['JobFailure'],
    invariant: page => {
      const markup = page.replaceAll(/"[^"]*"/g, '""')
      if (
        /<(?!\/|!DOCTYPE html>|[a-z])|<(?:script|iframe|object|embed|base|link|template|foreignObject)\b/i.test(
          markup,
        )
      )
        return `markup: ${page}`
      const attributes = (page.match(/<[a-z][^>]*>/gi) ?? []).flatMap(tag => [
        ...tag.matchAll(/\s([\w:-]+)="([^"]*)"/g),
      ])
      const isHarmful = ([, name = '', value = '']: RegExpMatchArray) =>
        /^on|^srcset$/.test(name) ||
        (name === 'src' && !value.startsWith('data:image/')) ||
        (name === 'href' && !/^(?:https?:\/\/|mailto:|tel:|ftp:\/\/|#)/i.test(value)) ||
        (name === 'style' && /url\((?!&quot;(?:#|data:))/.test(value))
      const harmful = attributes.find(isHarmful)
      return harmful ? `${harmful[0]}: ${page}` : undefined
    },
  }),
  css: createTarget({
    make: random =>
      mutateText(random, 'a > b { color: red; margin: 0 1px } @media all { c { width: 1% } }', cssTokens),
    read: css.styleSheet,
    invariant: sheet => {
      const outsideStrings = sheet.replaceAll(/"(?:[^"\\]|\\.)*"/gs, '""')
      if (/[<&]/.test(sheet)) return `markup: ${sheet}`
      if (/@import|url\((?!"")|image-set\(/i.test(outsideStrings)) return `external reference: ${sheet}`
      return css.styleSheet(sheet) === sheet ? undefined : `not idempotent: ${sheet}`
    },
  }),
  'docx-fields': createTarget({
    make: random =>
      mutateText(
        random,
        `<w:p>${Array.from({ length: 8 }, () => random.pick(fieldTokens)).join('')}</w:p>`,
        fieldTokens,
      ),
    read: source => rewriteXml(source, createMarkupRules),
    knownErrors: ['JobFailure'],
    invariant: xml => {
      const instructions = [...xml.matchAll(/<w:instrText[^>]*>([^<]*)/g)].map(([, text]) => text).join('')
      return /(?:^|\s)INCLUDE/.test(instructions) ? `external reference: ${xml}` : undefined
    },
  }),
  'doc-streams': createTarget({
    make: random => mutateBytes(random, compoundSample()),
    read: bytes => sanitizeDoc(bytes).length,
    knownErrors: ['JobFailure'],
    invariant: (length, bytes) => (length === bytes.length ? undefined : 'length changed'),
  }),
  'docx-package': createTarget({
    make: random => mutateBytes(random, zipSample(), ['PK\x05\x06', 'PK\x01\x02']),
    read: readPackage,
    knownErrors: ['JobFailure'],
  }),
  'compound-file': createTarget({
    make: random => mutateBytes(random, compoundSample()),
    read: readCompoundFile,
    knownErrors: ['JobFailure'],
  }),
  apng: createTarget({
    make: random => mutateBytes(random, apngSample(), ['acTL', 'fcTL', 'IDAT', 'fdAT']),
    read: readApng,
    knownErrors: ['JobFailure'],
  }),
  'pdf-dictionary': createTarget({
    make: random =>
      mutateText(random, '<< /Type /Page /Kids [1 0 R (a\\)b) <ff>] /A << /B 2 >> >>', pdfTokens),
    read: text => readDictionary(text),
    knownErrors: ['PdfSyntaxError'],
  }),
  'pdf-array': createTarget({
    make: random => mutateText(random, '[1 0 R (a\\)b) <ff> [2] << /A 1 >>]', pdfTokens),
    read: readArray,
    knownErrors: ['PdfSyntaxError'],
  }),
  'ocr-table': createTarget({
    make: random =>
      mutateText(
        random,
        '5\t1\t1\t1\t1\t1\t10\t20\t30\t40\t96.5\tHello\n5\t1\t1\t1\t1\t2\t50\t20\t30\t40\t90\tyou\n',
        ['\t', '\n5\t', '-1', 'NaN'],
      ),
    read: table => ({ words: parseWords(table, 'Hello you'), orientation: parseOrientation(table) }),
  }),
  'helper-frames': createTarget({
    make: random =>
      mutateBytes(random, Buffer.from('\x04\x00\x00\x00\x0d{"percent":5}\x03\x00\x00\x00\x02ab', 'latin1')),
    read: bytes => {
      let count = 0
      const take = createFrameParser({
        onMessage: () => {
          count += 1
        },
        onBytes: part => {
          count += part.length
        },
      })
      take(bytes)
      return count
    },
    // The parent process kills a helper that violates the protocol.
    knownErrors: ['Error', 'SyntaxError'],
    invariant: (count, bytes) => (count <= bytes.length ? undefined : 'parsed more than was sent'),
  }),
  'probe-report': createTarget({
    make: random => ({
      streams: Array.from({ length: random.below(4) }, (_, index) => ({
        index,
        codec_type: random.pick(['video', 'audio', 'subtitle', 'data']),
        width: random.pick([0, -1, 1e9, 640]),
        height: random.pick([0, 1e9, 480]),
        channels: random.pick([0, 2, 65_535]),
        ...randomValues(random, probeFields),
      })),
      format: randomValues(random, probeFields),
    }),
    read: report => {
      const answer = probeJsonSchema.safeParse(report)
      return answer.success ? readProbe(answer.data, 1000) : undefined
    },
  }),
}
