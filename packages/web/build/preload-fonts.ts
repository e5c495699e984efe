/** Vite plugin: asks the browser for the Latin text and heading fonts at once, so that text does not jump when they come. */
import type { HtmlTagDescriptor, Plugin } from 'vite'

const firstScreenFonts = /(?:instrument-sans|bricolage-grotesque)-latin-wght-normal-[^/]*\.woff2$/

export function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const fonts = Object.keys(bundle ?? {}).filter(name => firstScreenFonts.test(name))
        return fonts.map(
          (name): HtmlTagDescriptor => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `/${name}`, as: 'font', type: 'font/woff2', crossorigin: '' },
            injectTo: 'head',
          }),
        )
      },
    },
  }
}
