/** Validates the report of a helper, which parses untrusted files and is not trusted, and turns it into a step outcome. */
import type { StepOutcome } from '../engine.ts'
import type { ConvertReport } from './request.ts'

const maxNamedPages = 12

export function parseConvertReport(message: unknown): ConvertReport {
  const { isArchive, scannedPages } = (message ?? {}) as { isArchive?: unknown; scannedPages?: unknown }
  const pages = Array.isArray(scannedPages) ? scannedPages.filter(page => Number.isSafeInteger(page)) : []
  return { isArchive: isArchive === true, scannedPages: pages }
}

export function describeOutcome({ isArchive, scannedPages }: ConvertReport): StepOutcome {
  return {
    ...(isArchive && { format: 'zip' as const }),
    ...(scannedPages.length > 0 && { notes: [scanNote(scannedPages)] }),
  }
}

function scanNote(pages: readonly number[]): string {
  const [first] = pages
  if (pages.length === 1)
    return `Page ${first} is a scan. It was kept as an image because no text was recognized.`
  const named = pages.slice(0, maxNamedPages)
  const rest = pages.length - named.length
  const list = `${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
  return `Pages ${list} are scans. They were kept as images because no text was recognized.`
}
