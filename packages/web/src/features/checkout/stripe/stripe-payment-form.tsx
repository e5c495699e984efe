/** Stripe payment form: the Payment Element in the site's theme with a submit button. */
import { checkoutMessages } from '@filesmith/contract/messages/checkout'
import { paths } from '@filesmith/contract/routes'
import type { Appearance } from '@stripe/stripe-js'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { siteUrl } from '../../../lib/site-address.ts'
import { FormFooter } from '../../../ui/form-footer.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { withoutReturnParameters } from '../order.ts'
import type { FinishPayment } from '../use-checkout.ts'
import { usePaymentSubmit } from '../use-payment-submit.ts'
import { openStripe } from './open-stripe.ts'
import { saveProviderKey } from './provider-key.ts'
import type { PaymentForm } from './stripe-gateway.ts'

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

const texts = checkoutMessages.form

interface StripePaymentFormProps {
  readonly publishableKey: string
  readonly clientSecret: string
  /** Label of the submit button, including the amount. */
  readonly payLabel: string
  readonly finish: FinishPayment
  readonly onLoadError: () => void
}

export function StripePaymentForm(props: StripePaymentFormProps) {
  const { publishableKey, payLabel, finish } = props
  const [search] = useSearchParams()
  const { containerRef, paymentForm } = usePaymentForm(props)
  const form = usePaymentSubmit(async () => {
    if (!paymentForm) return undefined
    saveProviderKey(publishableKey)
    const returnUrl = `${siteUrl()}${paths.checkout}?${withoutReturnParameters(search)}`
    return finish(await paymentForm.confirm(returnUrl))
  })
  return (
    <form {...form.formProps} className="flex flex-col gap-5">
      <div className="relative min-h-56">
        {paymentForm ? null : <Skeleton className="absolute inset-0" />}
        <div ref={containerRef} />
      </div>
      <FormFooter
        problem={form.formProblem}
        isBusy={form.isBusy || !paymentForm}
        busyLabel={form.isBusy ? texts.processing : texts.loading}
      >
        {payLabel}
      </FormFooter>
    </form>
  )
}

/** `paymentForm` is set once the form is ready for input. */
function usePaymentForm({ publishableKey, clientSecret, onLoadError }: StripePaymentFormProps) {
  const containerRef = useRef<HTMLDivElement>(null)
  const [paymentForm, setPaymentForm] = useState<PaymentForm>()
  const reportLoadError = useEffectEvent(onLoadError)

  useEffect(() => {
    let isUnmounted = false
    let mounted: PaymentForm | undefined
    const mount = async () => {
      const gateway = await openStripe(publishableKey)
      if (isUnmounted || !containerRef.current) return
      mounted = gateway.mount(containerRef.current, {
        clientSecret,
        appearance: readAppearance(),
        onReady: () => setPaymentForm(mounted),
        onFailed: () => reportLoadError(),
      })
    }
    mount().catch((error: unknown) => {
      console.warn('payment form failed to load', error)
      if (!isUnmounted) reportLoadError()
    })
    return () => {
      isUnmounted = true
      mounted?.unmount()
    }
  }, [publishableKey, clientSecret])

  useEffect(
    () => paymentForm && watchAppearance(appearance => paymentForm.restyle(appearance)),
    [paymentForm],
  )
  return { containerRef, paymentForm }
}

type Token = (typeof tokens)[number]

/** Theme of the Stripe payment form, which runs in an iframe and does not inherit the site's styles. */
function readAppearance(): Appearance {
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
function watchAppearance(onChange: (appearance: Appearance) => void): () => void {
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
