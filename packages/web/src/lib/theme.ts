/** The chosen theme: the system's unless the user picked one; public/theme.js applies it before the first paint. */
import { useState } from 'react'

const storageKey = 'filesmith.theme'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

function readTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, theme)
  } catch {
    // Storage may be closed to us; the choice then lasts for this visit.
  }
}

/** The present theme, and a function that goes on to the next one. */
export function useTheme(): readonly [Theme, () => void] {
  const [theme, setTheme] = useState(readTheme)
  const goOn = () => {
    const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'
    applyTheme(next)
    setTheme(next)
  }
  return [theme, goOn]
}
