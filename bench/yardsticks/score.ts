import { readdirSync, readFileSync } from 'node:fs'
import { editSimilarity } from '../support/edit-similarity.ts'
import { normalizeMarkdown } from './pdf-markdown.ts'
const [folder, out] = process.argv.slice(2) as [string, string]
let sum = 0, n = 0
for (const name of readdirSync(out).filter(n => n.endsWith('.md') && n.includes(process.argv[4] ?? ''))) {
  const truth = normalizeMarkdown(readFileSync(`${folder}/${name}`, 'utf8'))
  const ours = normalizeMarkdown(readFileSync(`${out}/${name}`, 'utf8'))
  const score = editSimilarity(truth, ours)
  sum += score; n++
  console.log(name, truth.length, ours.length, score.toFixed(3))
}
console.log('mean', (sum / n).toFixed(4))
