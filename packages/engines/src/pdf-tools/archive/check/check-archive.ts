/** Checks a PDF against the rules of PDF/A-2b that are listed, reading the file as it is. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dumpStreams } from '../../compress/dump-streams.ts'
import { openPdfFile, PdfDocument } from '../../qpdf/pdf-document.ts'
import { referencedNumber } from '../../qpdf/pdf-value.ts'
import { inspectFonts } from '../inspect-fonts.ts'
import { readContent } from '../read-content.ts'
import { checkBytes, checkInlineImages, checkObjects, checkStreamEnds } from './check-file.ts'
import { checkFonts } from './check-fonts.ts'
import { checkGraphics } from './check-graphics.ts'
import { checkInteraction } from './check-interaction.ts'
import { checkMetadata } from './check-metadata.ts'
import { type ArchiveRule, type ArchiveRuleId, archiveRules } from './rules.ts'

export interface CheckedRule extends ArchiveRule {
  readonly isKept: boolean
  /** Where it is broken; the first of them. */
  readonly findings: readonly string[]
}

export interface ArchiveCheck {
  readonly isConformant: boolean
  readonly rules: readonly CheckedRule[]
}

const maxFindings = 20

/** `prefix` is the start of the paths of temporary files. */
export async function checkArchive(path: string, prefix: string): Promise<ArchiveCheck> {
  const findings = new Map<ArchiveRuleId, Set<string>>()
  const report = (rule: ArchiveRuleId, detail: string) => {
    const details = findings.get(rule) ?? new Set()
    if (details.size < maxFindings) details.add(detail)
    findings.set(rule, details)
  }
  const file = await openPdfFile(path, `${prefix}-plain.pdf`)
  const document = new PdfDocument([file])
  const trailer = document.trailer()
  const bytes = await readFile(path)
  checkBytes(bytes, trailer, report)
  checkStreamEnds(bytes, report)
  checkObjects(document, report)
  const content = await readContent(document, file.path, `${prefix}-content`)
  checkInlineImages(content.inlineImages, report)
  const data = await graphicsData(document, file.path, `${prefix}-graphics`)
  checkGraphics({ document, content, data, report })
  checkFonts(
    document,
    await inspectFonts(document, file.path, content.fonts.values(), `${prefix}-fonts`),
    report,
  )
  checkInteraction(document, report)
  const metadata = referencedNumber(document.dictionary(trailer['/Root'])?.['/Metadata'])
  checkMetadata(document, data.get(metadata ?? -1), report)
  const rules = archiveRules.map(rule => {
    const details = [...(findings.get(rule.id) ?? [])]
    return { ...rule, isKept: details.length === 0, findings: details }
  })
  return { isConformant: rules.every(({ isKept }) => isKept), rules }
}

/** Profiles, JPEG 2000 images and the metadata of the document. */
async function graphicsData(
  document: PdfDocument,
  path: string,
  prefix: string,
): Promise<Map<number, Buffer>> {
  const numbers = new Set<number>()
  const add = (value: unknown) => {
    const number = typeof value === 'string' ? referencedNumber(value) : undefined
    if (number !== undefined && document.object(number)?.stream !== undefined) numbers.add(number)
  }
  document.walk(document.trailer(), (number, body) => {
    for (const [, profile] of body.matchAll(/"\/ICCBased",\s*"(\d+ 0 R)"/g)) add(profile)
    for (const [, profile] of body.matchAll(/"\/(?:DestOutputProfile|Metadata)":\s*"(\d+ 0 R)"/g))
      add(profile)
    if (body.startsWith('"stream"') && body.includes('"/JPXDecode"')) numbers.add(number)
  })
  const data = new Map<number, Buffer>()
  for (const [number, { datafile }] of await dumpStreams(path, [...numbers], join(prefix)))
    data.set(number, await readFile(datafile))
  return data
}
