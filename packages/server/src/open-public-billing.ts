import { type Settings, SettingsError } from './config.ts'
import type { OpenBilling } from './open-billing.ts'
import type { Services } from './open-services.ts'
import type { Log } from './ports/log.ts'

/** Null in a private instance, which does not even load the code of payments. */
export async function openPublicBilling(
  settings: Settings,
  services: Services,
  cookieSecret: string,
  log: Log,
): Promise<OpenBilling | null> {
  if (settings.INSTANCE === 'private') {
    // Nothing here could cancel them, and their customers would be charged on and on.
    const renewing = await services.billing.countRenewing('stripe')
    if (renewing > 0)
      throw new SettingsError(
        `INSTANCE: cannot be private while Stripe renews ${renewing} subscription${renewing === 1 ? '' : 's'}. Cancel them in a public instance first.`,
      )
    return null
  }
  const { openBilling } = await import('./open-billing.ts')
  return openBilling(settings, services, cookieSecret, log)
}
