/** The order beside its payment where there is room; on phones the payment comes before the details of the plan. */

export const checkoutGrid =
  'grid items-start gap-6 md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] md:grid-rows-[auto_1fr]'
