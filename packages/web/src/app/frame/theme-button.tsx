/** Button that cycles through the themes: system, light, dark. */
import { frameMessages } from '@filesmith/contract/messages/frame'
import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import { type Theme, useTheme } from '../../lib/use-theme.ts'
import { Icon } from '../../ui/icon.tsx'

const icons: Readonly<Record<Theme, LucideIcon>> = { system: Monitor, light: Sun, dark: Moon }

export function ThemeButton() {
  const [theme, nextTheme] = useTheme()
  return (
    <button
      type="button"
      onClick={nextTheme}
      aria-label={frameMessages.theme[theme]}
      title={frameMessages.theme[theme]}
      className="grid size-11 place-items-center rounded text-ink-muted transition-colors hover:bg-surface-sunken hover:text-ink"
    >
      <Icon of={icons[theme]} />
    </button>
  )
}
