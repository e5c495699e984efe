/**
 * PDF to Markdown against the true Markdown of a folder (`<name>.pdf` beside `<name>.md`), and the plain text that
 * pdf.js reads of the same files. `raw` compares the files as they are, with white space collapsed. `normalized` also
 * ignores what a page does not show or what has several spellings: link targets, images, the characters of emphasis,
 * lists, tables and code fences, escapes, quotes, dashes and compatibility characters. LaTeX formulas of the truth
 * match any text that is not longer.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox } from '@filesmith/engines/process/sandbox'
import { engines } from '@filesmith/engines/registry'
import { defaultEngineSettings } from '@filesmith/engines/runtime'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { BenchRow } from '../bench.ts'
import { editSimilarity, formulaEnd, formulaMark } from '../support/edit-similarity.ts'

const goal = 0.85

export async function measurePdfMarkdown(folder: string): Promise<BenchRow[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.pdf')).sort()
  const results = await mkdtemp(join(tmpdir(), 'pdf-markdown-'))
  const sandbox = await createSandbox('required', () => {})
  const engine = await engines.pdf.start({ ...defaultEngineSettings, helpersPerEngine: 1 }, sandbox)
  const scores: { raw: number; normalized: number; plain: number }[] = []
  const rows: BenchRow[] = []
  try {
    for (const name of names) {
      const inputPath = join(folder, name)
      const outputPath = join(results, 'result.md')
      await engine.runStep({
        step: { ability: 'pdf-to-document', from: 'pdf', to: 'md', options: { images: 'none' } },
        inputPath,
        outputPath,
        signal: new AbortController().signal,
        onProgress: () => {},
      })
      const truth = await readFile(inputPath.replace(/\.pdf$/, '.md'), 'utf8')
      const ours = await readFile(outputPath, 'utf8')
      const score = {
        raw: editSimilarity(collapsed(truth), collapsed(ours)),
        normalized: editSimilarity(normalizeMarkdown(truth), normalizeMarkdown(ours)),
        plain: editSimilarity(normalizeMarkdown(truth), normalizeMarkdown(await plainText(inputPath))),
      }
      scores.push(score)
      rows.push({ what: `Markdown of ${name}, normalized`, value: round(score.normalized), unit: '' })
    }
  } finally {
    await engine.close()
    await rm(results, { recursive: true })
  }
  const mean = (key: 'raw' | 'normalized' | 'plain') =>
    round(scores.reduce((sum, score) => sum + score[key], 0) / Math.max(1, scores.length))
  return [
    ...rows,
    {
      what: 'PDF to Markdown, edit similarity, normalized (mean)',
      value: mean('normalized'),
      unit: '',
      goal: `at least ${goal}`,
      isMet: mean('normalized') >= goal,
    },
    { what: 'PDF to Markdown, edit similarity, raw (mean)', value: mean('raw'), unit: '' },
    { what: 'plain pdf.js text, edit similarity, normalized (mean)', value: mean('plain'), unit: '' },
  ]
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}

async function plainText(path: string): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(await readFile(path)), verbosity: 0 }).promise
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    pages.push(items.map(item => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''))
  }
  await document.cleanup()
  return pages.join('\n\n')
}

function collapsed(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}

const formula = /\\\((.*?)\\\)|\\\[(.*?)\\\]|\$\$(.*?)\$\$/gs

function normalizeMarkdown(markdown: string): string {
  const text = markdown
    .replace(formula, whole => `${formulaMark}${whole.length}${formulaEnd}`)
    // Tables of the truth may be LaTeX.
    .replace(/\\(?:begin|end)\{(?:table|tabular)\*?\}(?:\{[^}\n]*\}|\[[^\]\n]*\])*/g, ' ')
    .replace(/\\hline|\\cline\{[^}]*\}|\\\\|(?<=\s)&(?=\s)/g, ' ')
    .replace(/\\(?:multicolumn|multirow)\{[^}]*\}\{[^}]*\}/g, ' ')
    .replace(/^\s*\|?(?:\s*:?-+:?\s*\|)+\s*(?::?-+:?)?\s*$/gm, ' ')
    .replace(/^\s*(?:```|~~~).*$/gm, ' ')
    .replace(/!\[[^\]]*\]\([^)]*\)/g, ' ')
    .replace(/(?<!!)\[([^\]]*)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)/g, '$1')
    .replace(/<(https?:[^>\s]+|[^>\s@]+@[^>\s]+)>/g, '$1')
    .replace(/<\/?(?:br|sup|sub|u|b|i|em|strong)\s*\/?>/gi, ' ')
    .replace(/^(\s*)[*+-]\s+/gm, '$1- ')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/[*_`|~]/g, '')
    .normalize('NFKC')
    .replace(/[‘’‛′]/g, "'")
    .replace(/[“”„″]/g, '"')
    .replace(/[‐‑‒–—−]/g, '-')
  return collapsed(text)
}
