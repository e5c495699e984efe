/** Entry point of the web app. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { siteAddress } from './lib/site-address.ts'
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

// Registered after the page has loaded. The site also works without it.
if (import.meta.env.PROD && window.isSecureContext)
  window.addEventListener('load', () => {
    navigator.serviceWorker?.register(siteAddress('/service-worker.js')).catch(() => undefined)
  })

// The monospace font is first needed with the first file: prefetches it.
void document.fonts.load('1rem "JetBrains Mono Variable"')
