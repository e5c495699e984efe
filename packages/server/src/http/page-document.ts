/** The one document of the web app, made that of the page it is sent for: links to it say what they lead to, and it says something itself. */
import type { SitePage } from './head/site-page.ts'
import { type SiteFacts, writeHead } from './head/write-head.ts'
import { writeWords } from './head/write-words.ts'

export function writeDocument(document: string, page: SitePage, facts: SiteFacts): string {
  return document
    .replace(/<meta\s+name="description"[^>]*>\s*/, '')
    .replace(/<title>[^<]*<\/title>/, () => writeHead(page, facts))
    .replace('<div id="root"></div>', () => `<div id="root">${writeWords(page, facts)}</div>`)
}
