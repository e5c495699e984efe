/** Endpoints for products, prices and coupons. */
import { newId, toList } from '../ledger.ts'
import type { Interval } from '../records.ts'
import type { RequestForm } from '../request-form.ts'
import type { Route } from '../route.ts'
import { invalid } from '../stripe-fault.ts'

export const catalogRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/products',
    takes: ['id', 'name'],
    answer(ledger, form) {
      const id = form.text('id') ?? newId('prod')
      if (ledger.find(id))
        throw invalid('Product already exists.', { code: 'resource_already_exists', param: 'id' })
      const name = form.needText('name')
      return ledger.keep({ id, object: 'product', created: ledger.now, name, active: true })
    },
  },
  {
    method: 'GET',
    path: '/v1/prices',
    takes: ['lookup_keys[]', 'active', 'limit'],
    answer(ledger, form) {
      const keys = form.list('lookup_keys')
      const isActive = form.flag('active')
      const found = ledger
        .all('price')
        .filter(price => keys.length === 0 || keys.includes(price.lookup_key ?? ''))
        .filter(price => isActive === undefined || price.active === isActive)
      return { ...toList(found, '/v1/prices', form.integer('limit')) }
    },
  },
  {
    method: 'POST',
    path: '/v1/prices',
    takes: ['product', 'currency', 'unit_amount', 'recurring[interval]', 'lookup_key', 'transfer_lookup_key'],
    answer(ledger, form) {
      const product = ledger.need('product', form.needText('product'), 'product').id
      const key = form.text('lookup_key') ?? null
      const holder =
        key === null ? undefined : ledger.all('price').find(({ lookup_key }) => lookup_key === key)
      if (holder && form.flag('transfer_lookup_key') !== true) {
        throw invalid(`A price (\`${holder.id}\`) already uses that lookup key.`, { param: 'lookup_key' })
      }
      if (holder) holder.lookup_key = null
      return ledger.keep({
        id: newId('price'),
        object: 'price',
        created: ledger.now,
        active: true,
        currency: form.needText('currency'),
        unit_amount: form.needInteger('unit_amount'),
        recurring: { interval: readInterval(form), interval_count: 1 },
        lookup_key: key,
        product,
        type: 'recurring',
      })
    },
  },
  {
    method: 'POST',
    path: '/v1/coupons',
    takes: ['amount_off', 'currency', 'duration', 'max_redemptions', 'name'],
    answer(ledger, form) {
      const amount = form.needInteger('amount_off')
      if (amount < 1) throw invalid('This value must be greater than or equal to 1.', { param: 'amount_off' })
      return ledger.keep({
        id: newId('coupon'),
        object: 'coupon',
        created: ledger.now,
        amount_off: amount,
        currency: form.needText('currency'),
        duration: form.text('duration') ?? 'once',
        max_redemptions: form.integer('max_redemptions') ?? null,
        times_redeemed: 0,
        valid: true,
        name: form.text('name') ?? null,
      })
    },
  },
]

function readInterval(form: RequestForm): Interval {
  const interval = form.needText('recurring[interval]')
  if (interval === 'month' || interval === 'year') return interval
  throw invalid('Invalid recurring[interval].', { param: 'recurring[interval]' })
}
