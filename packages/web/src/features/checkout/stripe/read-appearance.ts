/** Theme of the Stripe payment form, which runs in an iframe and does not inherit the site's styles. */
import type { Appearance } from '@stripe/stripe-js'

const tokens = [
  'surface',
  'ink',
  'ink-muted',
  'line-strong',
  'accent',
  'accent-ink',
  'danger',
  'success',
] as const
type Token = (typeof tokens)[number]

export function readAppearance(): Appearance {
  const colors = readColors()
  return {
    theme: 'stripe',
    labels: 'above',
    disableAnimations: window.matchMedia('(prefers-reduced-motion: reduce)').matches,
    variables: {
      colorPrimary: colors.accent,
      colorBackground: colors.surface,
      colorText: colors.ink,
      colorTextSecondary: colors['ink-muted'],
      colorTextPlaceholder: colors['ink-muted'],
      colorDanger: colors.danger,
      colorSuccess: colors.success,
      iconColor: colors['ink-muted'],
      accessibleColorOnColorPrimary: colors['accent-ink'],
      inputColorBorder: colors['line-strong'],
      fontFamily: '"Instrument Sans Variable", ui-sans-serif, system-ui, sans-serif',
      fontSizeBase: '17px',
      fontSizeSm: '15px',
      borderRadius: '6px',
      spacingUnit: '4px',
    },
    rules: {
      '.Label': { color: colors.ink, fontWeight: '600', marginBottom: '6px' },
      '.Input': { boxShadow: 'none', padding: '10px 12px' },
      '.Input:focus': { boxShadow: 'none', outline: `2px solid ${colors.accent}`, outlineOffset: '2px' },
      '.Tab': { boxShadow: 'none', borderColor: colors['line-strong'] },
      '.Error': { fontWeight: '500' },
    },
  }
}

/** Converts oklch colors, which Stripe does not support, to RGB by drawing a pixel and reading it back. */
function readColors(): Record<Token, string> {
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const probe = document.body.appendChild(document.createElement('span'))
  const read = (token: Token) => {
    probe.style.color = `var(--${token})`
    const { color } = getComputedStyle(probe)
    if (!context) return color
    context.fillStyle = color
    context.fillRect(0, 0, 1, 1)
    const [red, green, blue] = context.getImageData(0, 0, 1, 1).data
    return `rgb(${red}, ${green}, ${blue})`
  }
  const colors = Object.fromEntries(tokens.map(token => [token, read(token)])) as Record<Token, string>
  probe.remove()
  return colors
}

/** Reports changes of the theme; returns a function that stops listening. */
export function watchAppearance(onChange: (appearance: Appearance) => void): () => void {
  const notify = () => onChange(readAppearance())
  const observer = new MutationObserver(notify)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', notify)
  return () => {
    observer.disconnect()
    system.removeEventListener('change', notify)
  }
}
