/** Where the links to plans of the account settings go; it is a short address of the plans page. */

export const plansAddress = '/plans'
