import { pageTitles } from '#contract/messages.ts'

export const legal = {
  titles: pageTitles.legal,
  pages: 'Terms & Legal',
  sections: 'On this page',
  changed: (day: string) => `Last changed on ${day}`,
  top: 'Back to the top',
}
