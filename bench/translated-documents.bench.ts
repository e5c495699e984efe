/**
 * What a translation keeps of a document: formatting, links, notes, tables and images counted before and after, on
 * generated documents and on the corpus, all with Apertium; and the cost of splitting text.
 */
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LiveEngine } from '@filesmith/engines/engine'
import { createSandbox } from '@filesmith/engines/process/sandbox'
import { defaultEngineSettings } from '@filesmith/engines/runtime'
import { createSentenceTranslator } from '@filesmith/engines/translation/create-sentence-translator'
import type { LanguagePair, SentenceTranslator } from '@filesmith/engines/translation/sentence-translator'
import { startTranslation } from '@filesmith/engines/translation/start-translation'
import { translateText } from '@filesmith/engines/translation/text/translate-text'
import { checkDocxValidity } from '../tests/corpus/support/check-docx-validity.ts'
import { compareStyles, type DocumentStyles, readStyles } from '../tests/corpus/support/document-styles.ts'
import { reportDocx } from '../tests/corpus/support/report.ts'
import { styled, styledDocx, styledSentences } from '../tests/corpus/support/styled-docx.ts'
import { writeDocx } from '../tests/corpus/support/write-docx.ts'
import type { Bench, BenchRow } from './bench.ts'
import { chrf } from './support/chrf.ts'
import { corpusFolder } from './support/corpus-folder.ts'
import { everydaySentences } from './support/everyday-sentences.ts'
import { markedSentences } from './support/marked-sentences.ts'
import { timeMs } from './support/time.ts'

const corpusDocuments = corpusFolder('docs')
const signal = new AbortController().signal
const pairs: readonly LanguagePair[] = [
  { from: 'en', to: 'es' },
  { from: 'es', to: 'en' },
  { from: 'es', to: 'fr' },
]
const longParagraphs = 400

export const bench: Bench = {
  name: 'translated-documents',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'translated-documents-'))
    const sandbox = await createSandbox('required', () => {})
    // Apertium, whose results the figures of earlier versions are compared with.
    const translation = { ...defaultEngineSettings.translation, modelsDir: null }
    const settings = { ...defaultEngineSettings, helpersPerEngine: 1, translation }
    const engine = await startTranslation(settings, sandbox)
    const sentences = await createSentenceTranslator(settings, sandbox)
    try {
      return [
        ...(await measureFormatting('generated documents', await generatedDocuments(), engine, folder)),
        ...(await measureShared(engine, folder)),
        await measureMarks(engine, folder),
        ...(await Promise.all(pairs.map(pair => measureText(sentences, pair)))).flat(),
        ...(await measureLong(engine, folder)),
      ]
    } finally {
      await Promise.all([engine.close(), sentences.close()])
      await rm(folder, { recursive: true })
    }
  },
}

async function generatedDocuments(): Promise<Buffer[]> {
  return [await styledDocx(), await reportDocx()]
}

async function measureShared(engine: LiveEngine, folder: string): Promise<BenchRow[]> {
  if (!existsSync(corpusDocuments)) {
    console.log(`  ${corpusDocuments} not found: only generated documents are measured`)
    return []
  }
  const names = readdirSync(corpusDocuments).filter(name => name.endsWith('.docx') && !/protected/.test(name))
  const documents = await Promise.all(names.map(name => readFile(join(corpusDocuments, name))))
  return measureFormatting(`${names.length} shared documents`, documents, engine, folder)
}

async function translate(engine: LiveEngine, folder: string, document: Buffer): Promise<Buffer> {
  const [inputPath, outputPath] = [join(folder, 'input'), join(folder, 'output')]
  await writeFile(inputPath, document)
  await engine.runStep({
    step: {
      ability: 'translate-docx',
      from: 'docx',
      to: 'docx',
      options: { sourceLanguage: 'en', targetLanguage: 'es' },
    },
    inputPath,
    outputPath,
    signal,
    onProgress: () => {},
  })
  return readFile(outputPath)
}

async function measureFormatting(
  what: string,
  documents: readonly Buffer[],
  engine: LiveEngine,
  folder: string,
): Promise<BenchRow[]> {
  const total = { styles: 0, kept: 0, letters: 0, covered: 0 }
  let [itemCount, lost, faults] = [0, 0, 0]
  for (const document of documents) {
    const result = await translate(engine, folder, document)
    const [before, after] = [await readStyles(document), await readStyles(result)]
    const compared = compareStyles(before, after)
    for (const key of ['styles', 'kept', 'letters', 'covered'] as const) total[key] += compared[key]
    itemCount += Object.values(before.counts).reduce((sum, count) => sum + count, 0)
    lost += difference(before, after)
    faults += (await newFaults(document, result)).length
  }
  const styles = (100 * total.kept) / total.styles
  const covered = (100 * total.covered) / total.letters
  return [
    {
      what: `${what}: formatting spans of a paragraph that still cover words, of ${total.styles}`,
      value: styles,
      unit: '%',
      goal: '100',
      isMet: styles === 100,
    },
    {
      what: `${what}: characters under formatting of the same extent`,
      value: covered,
      unit: '%',
      goal: 'at least 95',
      isMet: covered >= 95,
    },
    {
      what: `${what}: links, notes, tables, images, fields … lost or added, of ${itemCount}`,
      value: lost,
      unit: '',
      goal: '0',
      isMet: lost === 0,
    },
    {
      what: `${what}: new ECMA-376 violations`,
      value: faults,
      unit: '',
      goal: '0',
      isMet: faults === 0,
    },
  ]
}

function difference(before: DocumentStyles, after: DocumentStyles): number {
  return Object.entries(before.counts).reduce(
    (sum, [name, count]) => sum + Math.abs(count - (after.counts[name] ?? 0)),
    0,
  )
}

async function newFaults(before: Buffer, after: Buffer): Promise<string[]> {
  const known = await checkDocxValidity(before)
  return (await checkDocxValidity(after)).filter(fault => !known.includes(fault))
}

/** F1 score of the words that are formatted against those that should be. */
async function measureMarks(engine: LiveEngine, folder: string): Promise<BenchRow> {
  const input = writeDocx({ body: markedSentences.map(([text]) => styled(text)).join('') })
  const { paragraphs } = await readStyles(await translate(engine, folder, input))
  const marked = await markedWords(await readFile(join(folder, 'output')))
  let [right, wrong, missing] = [0, 0, 0]
  for (const [index, [, expected]] of markedSentences.entries()) {
    const written = wordsOf(paragraphs[index]?.text ?? '')
    const found = (marked[index] ?? []).filter(word => word.length > 3)
    const expectedWords = expected.map(word => word.toLowerCase()).filter(word => written.includes(word))
    right += expectedWords.filter(word => found.includes(word)).length
    missing += expectedWords.filter(word => !found.includes(word)).length
    wrong += found.filter(word => !expectedWords.includes(word)).length
  }
  const value = (100 * 2 * right) / (2 * right + wrong + missing)
  return {
    what: `words formatted as in the source, F1 over ${markedSentences.length} sentences`,
    value,
    unit: '%',
    goal: 'at least 90',
    isMet: value >= 90,
  }
}

async function markedWords(docx: Buffer): Promise<string[][]> {
  const { readZip } = await import('../tests/support/read-zip.ts')
  const xml = String((await readZip(docx)).get('word/document.xml'))
  return [...xml.matchAll(/<w:p>.*?<\/w:p>/gs)].map(([paragraph]) =>
    [...paragraph.matchAll(/<w:b\/><\/w:rPr><w:t[^>]*>(.*?)<\/w:t>/gs)].flatMap(([, text = '']) =>
      wordsOf(text),
    ),
  )
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []
}

/** The same sentences as one text and one by one: splitting, protecting and joining must not lower the quality. */
async function measureText(translator: SentenceTranslator, { from, to }: LanguagePair): Promise<BenchRow[]> {
  const sources = everydaySentences[from as keyof typeof everydaySentences]
  const references = everydaySentences[to as keyof typeof everydaySentences]
  const answers = await translator.translate(sources, { from, to }, signal)
  const bare = answers.map((answer, index) => answer ?? sources[index] ?? '')
  const chunks: string[] = []
  await translateText(translator, {
    text: sources.join('\n'),
    from,
    to,
    signal,
    onChunk: chunk => void chunks.push(chunk),
  })
  const translatedLines = chunks.join('').split('\n')
  const identicalPercent =
    (100 * translatedLines.filter((line, index) => line === bare[index]).length) / sources.length
  const [ours, theirs] = [chrf(translatedLines, references), chrf(bare, references)]
  return [
    { what: `${from}-${to}: sentences identical to the plain engine`, value: identicalPercent, unit: '%' },
    {
      what: `${from}-${to}: chrF of the text, plain engine ${theirs.toFixed(2)}`,
      value: ours,
      unit: 'chrF',
      goal: 'not lower',
      isMet: ours >= theirs - 0.01,
    },
  ]
}

async function measureLong(engine: LiveEngine, folder: string): Promise<BenchRow[]> {
  const body = Array.from({ length: longParagraphs }, (_, index) =>
    styled(`${index}: ${styledSentences[index % 9]}`),
  ).join('')
  const footnotes = `<w:footnote w:id="2">${styled('A note')}</w:footnote>`
  const relations = [{ id: 'link', type: 'hyperlink', target: 'https://example.com', isExternal: true }]
  const input = writeDocx({ body, parts: { footnotes }, relations })
  const ms = await timeMs(() => translate(engine, folder, input))
  return [{ what: 'paragraph with inline formatting, Apertium', value: ms / longParagraphs, unit: 'ms' }]
}
