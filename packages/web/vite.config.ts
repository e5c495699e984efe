/** Builds the site into dist, with compressed copies of its assets beside them. */
import { env } from 'node:process'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './build/precompress.ts'
import { preloadFonts } from './build/preload-fonts.ts'
import { serviceWorker } from './build/service-worker.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), preloadFonts(), serviceWorker(), precompress()],
  resolve: {
    // Its package.json tells bundlers, but not the test runner, that browsers have a build of their own.
    alias: { 'tus-js-client': 'tus-js-client/lib.esm/browser/index.js' },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The content security policy allows no data: fonts or styles, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Schemas are shared by many parts and run before main.tsx: zod must come with its setting, or it tries eval.
          groups: [
            { name: 'zod', test: /configure-schemas|node_modules\/zod\// },
            // What the first load needs is one piece: cut along the lazy screens that share it, it would compress worse.
            { name: 'site', tags: ['$initial'] },
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
