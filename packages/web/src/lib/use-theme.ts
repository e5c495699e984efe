/** Theme: system, light or dark; public/theme.js applies it before the first paint. */
import { useState } from 'react'

const storageKey = 'filesmith.theme'

const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

function readTheme(): Theme {
  const selected = document.documentElement.dataset.theme
  return selected === 'light' || selected === 'dark' ? selected : 'system'
}

function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, theme)
  } catch {
    // Storage may be blocked: the choice lasts until the page is closed.
  }
}

/** Current theme, and a function that switches to the next one. */
export function useTheme(): readonly [Theme, () => void] {
  const [theme, setTheme] = useState(readTheme)
  const switchToNext = () => {
    const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'
    applyTheme(next)
    setTheme(next)
  }
  return [theme, switchToNext]
}
