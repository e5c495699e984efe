/** Endpoints for billing portal configurations and sessions. */
import { newId, toList } from '../ledger.ts'
import type { Route } from '../route.ts'

export const portalRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/billing_portal/configurations',
    takes: ['active', 'limit'],
    answer(ledger, form) {
      const isActive = form.flag('active')
      const found = ledger
        .all('billing_portal.configuration')
        .filter(({ active }) => isActive === undefined || active === isActive)
      return { ...toList(found, '/v1/billing_portal/configurations', form.integer('limit')) }
    },
  },
  {
    method: 'POST',
    path: '/v1/billing_portal/configurations',
    takes: [
      'features[payment_method_update][enabled]',
      'features[invoice_history][enabled]',
      'features[subscription_cancel][enabled]',
      'features[subscription_cancel][mode]',
      'features[subscription_update][enabled]',
      'metadata[*]',
    ],
    answer: (ledger, form) =>
      ledger.keep({
        id: newId('bpc'),
        object: 'billing_portal.configuration',
        created: ledger.now,
        active: true,
        is_default: false,
        features: form.section('features'),
        metadata: form.section('metadata'),
      }),
  },
  {
    method: 'POST',
    path: '/v1/billing_portal/sessions',
    takes: ['customer', 'configuration', 'return_url'],
    answer(ledger, form) {
      const id = newId('bps')
      return ledger.keep({
        id,
        object: 'billing_portal.session',
        created: ledger.now,
        // The double has no default portal configuration, so the parameter is required.
        configuration: ledger.need(
          'billing_portal.configuration',
          form.needText('configuration'),
          'configuration',
        ).id,
        customer: ledger.needCustomer(form.needText('customer'), 'customer').id,
        return_url: form.text('return_url') ?? null,
        url: `https://billing.stripe.example/session/${id}`,
      })
    },
  },
]
