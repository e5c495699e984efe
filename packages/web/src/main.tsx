/** Starts the site in the browser. */
import './app/configure-schemas.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import './app/styles.css'

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )

if (window.location.search.includes('shared='))
  void import('./app/receive-shared-files.ts').then(({ receiveSharedFiles }) => receiveSharedFiles())

// After everything the page itself needs. Where it cannot be, the site works as without it.
if (import.meta.env.PROD && window.isSecureContext)
  window.addEventListener('load', () => {
    navigator.serviceWorker?.register('/service-worker.js').catch(() => undefined)
  })

// Figures come with the first file, not with the first screen: their font is fetched meanwhile.
void document.fonts.load('1rem "JetBrains Mono Variable"')
