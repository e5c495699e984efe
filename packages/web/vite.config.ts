/** Vite configuration: builds the site into dist, with precompressed assets. */
import { join } from 'node:path'
import { env } from 'node:process'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './build/precompress.ts'
import { preloadFonts } from './build/preload-fonts.ts'
import { serviceWorker } from './build/service-worker.ts'

export default defineConfig({
  root: import.meta.dirname,
  // Files name each other relatively and the server completes the document, so that BASE_PATH needs no new build.
  base: './',
  plugins: [react(), tailwindcss(), preloadFonts(), serviceWorker(), precompress()],
  resolve: {
    // The browser build of tus-js-client, which its package.json declares in a way that Vitest does not resolve; zod with its configuration.
    alias: [
      { find: 'tus-js-client', replacement: 'tus-js-client/lib.esm/browser/index.js' },
      { find: /^zod$/, replacement: join(import.meta.dirname, 'src/configured-zod.ts') },
    ],
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The content security policy does not allow data: URLs, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // One chunk for the initial load: splitting it by lazy screens would compress worse.
            { name: 'site', tags: ['$initial'] },
            { name: 'zod', test: /configured-zod|node_modules\/zod\// },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: `http://127.0.0.1:${env.PORT || 3000}` } },
  },
})
