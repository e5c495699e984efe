/** Writes a cleaned tree: documents by pandoc, EPUB of its HTML. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { JobFailure } from '../../process/job-failure.ts'
import type { BookJob } from '../job.ts'
import type { Ast } from './ast.ts'
import { titleOf } from './markup-metadata.ts'
import { pageTemplate } from './page-template.ts'
import { writeReferenceDocx } from './reference-docx.ts'
import { runPandoc } from './run-pandoc.ts'
import { writeMarkupEpub } from './write-markup-epub.ts'

const highlighting = ['--highlight-style', 'tango']

export async function writeMarkup(ast: Ast, job: BookJob, resultPath: string): Promise<void> {
  const { outFolder, to } = job
  const json = JSON.stringify(ast)
  const write = async (args: readonly string[], input = json) =>
    writeFile(resultPath, await runPandoc(['-f', 'json', ...args], input, outFolder))
  if (to === 'docx') {
    const reference = await writeReferenceDocx(outFolder)
    return write(['-t', 'docx', ...highlighting, '--reference-doc', reference, '-o', '-'])
  }
  if (to === 'odt') return write(['-t', 'odt', ...highlighting, '-o', '-'])
  if (to === 'html') return writeFile(resultPath, await writePage(ast, json, job))
  if (to === 'md') return write(['-t', 'gfm+footnotes+tex_math_dollars', '--wrap=none', '-s'])
  if (to === 'rst') return write(['-t', 'rst', '--wrap=none', '-s'])
  if (to === 'txt') return write(['-t', 'plain', '--columns=80', '-s'])
  if (to === 'epub') {
    return writeFile(resultPath, await writeMarkupEpub(ast, await htmlOf(json, outFolder), job))
  }
  throw new JobFailure('unsupported-variant')
}

/** A fragment, with formulas as MathML. */
function htmlOf(json: string, outFolder: string): Promise<string> {
  const args = ['-f', 'json', '-t', 'html5', '--mathml', '--wrap=none', ...highlighting]
  return runPandoc(args, json, outFolder).then(String)
}

async function writePage(ast: Ast, json: string, { outFolder, name }: BookJob): Promise<string> {
  const template = join(outFolder, 'page.template')
  await writeFile(template, pageTemplate)
  const title = titleOf(ast)
  const page = await runPandoc(
    [
      ...['-f', 'json', '-t', 'html5', '--mathml', '--wrap=none', '-s', ...highlighting],
      ...['--template', template, '-M', `pagetitle=${title === '' ? name : title}`],
    ],
    json,
    outFolder,
  )
  return page.toString()
}
