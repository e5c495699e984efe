/** Inserts a page's head and static text into the document of the web app. */
import type { SitePage } from './head/site-page.ts'
import { type SiteFacts, writeHead } from './head/write-head.ts'
import { writePageText } from './head/write-page-text.ts'

export function writeDocument(document: string, page: SitePage, facts: SiteFacts): string {
  return document
    .replace(/<meta\s+name="description"[^>]*>\s*/, '')
    .replace(/<title>[^<]*<\/title>/, () => writeHead(page, facts))
    .replace('<div id="root"></div>', () => `<div id="root">${writePageText(page, facts)}</div>`)
}
