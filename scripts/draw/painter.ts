/** Renders HTML to images with the site's fonts and colors. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { rootFolder } from '../root-folder.mjs'

interface Size {
  readonly width: number
  readonly height: number
}

interface Painter {
  /** A small palette suffices for flat graphics and keeps files small. */
  paint(html: string, size: Size): Promise<Buffer>
  close(): Promise<void>
}

export async function openPainter(): Promise<Painter> {
  const isRoot = process.getuid?.() === 0
  const browser = await chromium.launch({
    executablePath: process.env.E2E_BROWSER ?? '/usr/bin/chromium-headless-shell',
    args: isRoot ? ['--no-sandbox'] : [],
  })
  const style = await readStyle()
  return {
    async paint(html, size) {
      const page = await browser.newPage({ viewport: size, colorScheme: 'light' })
      await page.setContent(
        `<!doctype html><html lang="en"><style>${style}</style><body>${html}</body></html>`,
      )
      await page.evaluate(() => document.fonts.ready)
      const drawn = await page.screenshot({ omitBackground: true })
      await page.close()
      return sharp(drawn).png({ palette: true, colors: 128, effort: 10 }).toBuffer()
    },
    close: () => browser.close(),
  }
}

async function readStyle(): Promise<string> {
  const tokens = await readFile(join(rootFolder, 'packages/web/src/ui/styles/tokens.css'), 'utf8')
  // The rest after the first block is for Tailwind only.
  const colors = tokens.slice(0, tokens.indexOf(':root[data-theme'))
  const fonts = await Promise.all([
    fontFace('Heading', 'bricolage-grotesque'),
    fontFace('Text', 'instrument-sans'),
  ])
  return `${colors}${fonts.join('')}html,body{margin:0;background:none}*{box-sizing:border-box}`
}

async function fontFace(family: string, font: string): Promise<string> {
  const file = `node_modules/@fontsource-variable/${font}/files/${font}-latin-wght-normal.woff2`
  const bytes = await readFile(join(rootFolder, file), 'base64')
  return `@font-face{font-family:${family};font-weight:200 800;src:url(data:font/woff2;base64,${bytes})}`
}
