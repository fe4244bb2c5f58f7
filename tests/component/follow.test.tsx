/** Following, collecting and commenting without a sign-in or without the privilege (W6, W7). That follows are stored is tested in tests/e2e. */
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { commands, page, type Locator } from 'vitest/browser'
import type { PressedBy } from '#widgets/follow/pressedBy.ts'
import { useRecentFollow } from '#widgets/follow/useRecentFollow.ts'
import { messages } from '#contract/messages.ts'
import type { Me } from '#contract/schemas.ts'
import type { FeedItem } from '#contract/schemas/feed.ts'
import type { Answers } from './server.ts'
import { expectCount, mount, pressOn, type Mounted } from './mount.tsx'
import { pageOf, sampleBead, sampleMe, sampleMedia, samplePost } from './samples.ts'
import { find, found } from './search-box-kit.ts'

const main = page.getByRole('main')
const header = main.getByRole('group', { name: 'Playlist actions' })
const dialog = page.getByRole('dialog')
const toasts = page.getByRole('region', { name: 'Notifications' })

const bead = sampleBead('Slow mornings', { postCount: 1, can: { edit: false, delete: false, post: false } })
const openBead = sampleBead('What is new to you?', { can: { edit: false, delete: false, post: true } })
const post = samplePost('Tides to keep', bead, 1, { media: sampleMedia() })
const me = sampleMe({ name: 'Nina Not', uid: 'nina', id: 'nina', _id: 'nina' })

const item: FeedItem = {
  id: post.id,
  type: 'post',
  timestamp: post.creationDate,
  state: { timestamp: post.creationDate },
  reason: 'trending',
  because: [{ type: 'trending', id: '', name: '' }],
  post,
  collectors: [],
  comments: [],
}

const answers: Answers = {
  'GET /api/v0/beads/:id': bead,
  'GET /api/v0/beads': ({ query: { createdby } }) => (createdby === 'grace' ? pageOf(bead) : pageOf()),
  'GET /api/v0/posts': pageOf(post),
  'GET /api/v0/posts/:bead/:id': post,
  'GET /api/v0/members/:uid': ({ params: { uid } }) => sampleMe({ name: 'Grace Hopper', _id: uid, id: uid, uid }),
  'GET /api/v2/search': found(find('bead', bead.title, { _id: bead.id, id: bead.id, href: bead.href, entry: bead })),
  'GET /api/v2/trending': pageOf(item),
  'GET /api/v0/me/onboarding/suggestions': pageOf(),
}

test('W7 each of the six sign-in prompts has its text and its intent, and Escape returns the focus to its button', async () => {
  const following = { name: `Follow ${bead.title}` }
  const prompts: { path: string; text: string; button: Locator; intent: Record<string, string> }[] = [
    {
      path: '/p/grace',
      text: 'Sign in to follow this Bead',
      button: main.getByRole('article').getByRole('button', following),
      intent: { type: 'followbead', id: bead.id },
    },
    {
      path: bead.href,
      text: 'Sign in to follow this Playlist',
      button: header.getByRole('button', following),
      intent: { type: 'followbead', id: bead.id },
    },
    {
      path: '/search?q=slow',
      text: 'Sign In to follow Playlists',
      button: main.getByRole('listitem').getByRole('button', following),
      intent: { type: 'followbead', id: bead.id },
    },
    {
      path: `/${post.href}`,
      text: 'Sign in to add a comment...',
      button: main.getByRole('button', { name: 'Sign in to add a comment...' }),
      intent: { type: 'comment', id: post.id },
    },
    {
      path: '/activity',
      text: 'Sign in to collect this post',
      button: main.getByRole('button', { name: `Collect ${post.title}` }),
      intent: { type: 'collect', id: post.id },
    },
    {
      path: '/activity',
      text: 'Sign in before commenting',
      button: main.getByRole('button', { name: `Comment on ${post.title}` }),
      intent: { type: 'comment', id: post.id },
    },
  ]
  const intent = () => (JSON.parse(sessionStorage.getItem('strand-intent') ?? '{}') as { intent?: object }).intent
  for (const { path, text, button, intent: expected } of prompts) {
    await mount(path, { answers })
    await expect.element(button.first()).toBeVisible()
    // The text is the name of the button, or its tooltip.
    if (button.first().element().textContent !== text) await expect.element(button.first()).toHaveAttribute('title', text)
    await pressOn(button.first(), 'Enter')
    await expect.element(dialog.getByRole('heading', { name: 'Join Strand' })).toBeVisible()
    expect(intent(), text).toMatchObject(expected)
    await commands.press('Escape')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(button.first()).toHaveFocus()
    expect(intent(), text).toBeUndefined()
  }
})

const without = (...privileges: (keyof Me['privileges'])[]): Me => ({
  ...me,
  privileges: { ...me.privileges, ...Object.fromEntries(privileges.map((name) => [name, false])) },
})

test('W6 without the privilege to follow, post, create a post or start a playlist → a message before any request', async () => {
  const expectMessage = async ({ server }: Mounted, text: string) => {
    await expect.element(page.getByRole('alert').or(toasts).getByText(text).first()).toBeVisible()
    expect(server.requests.filter(({ key }) => /^(POST|PUT|DELETE) .*(follow|\/beads|\/posts)/.test(key))).toEqual([])
  }
  const start = main.getByRole('button', { name: 'Start a Playlist' }).first()

  let mounted = await mount(bead.href, { me: without('canFollow'), answers })
  const follow = header.getByRole('button', { name: `Follow ${bead.title}` })
  await follow.click()
  await expectMessage(mounted, "You don't have the privileges to follow someone")
  await expect.element(follow).toHaveAttribute('aria-pressed', 'false')

  mounted = await mount('/discover', { me: without('canCreateBead'), answers })
  await start.click()
  await expectMessage(mounted, "You don't have the privileges to create a playlist")
  await expectCount(dialog, 0)

  mounted = await mount('/p/nina', { me: without('canCreateBead'), answers })
  await main.getByRole('region', { name: 'Playlists started' }).getByRole('button', { name: 'Start a Playlist' }).click()
  await expectMessage(mounted, messages.cannotCreateBead)
  await expectCount(dialog, 0)

  mounted = await mount('/followtags', { me: without('canFollow'), answers })
  await page.getByRole('combobox', { name: 'Find another tag' }).fill('Basso')
  await commands.press('Enter')
  await expectMessage(mounted, messages.cannotFollow)
  await expectCount(main.getByRole('button', { name: 'Follow #Basso' }), 0)

  // A personal playlist of another member has no button, even with the privileges.
  await mount(bead.href, { me, answers })
  await expect.element(main.getByRole('heading', { level: 1, name: bead.title })).toBeVisible()
  await expectCount(main.getByRole('button', { name: 'Add a post' }), 0)

  const refusals = { canPost: "You don't have the privileges to post", canCreatePost: "You don't have the privileges to create a post" }
  for (const [privilege, words] of Object.entries(refusals)) {
    mounted = await mount('/about', { me: without(privilege as keyof typeof refusals), answers })
    await page.getByRole('button', { name: 'Account of Nina Not' }).click()
    await page.getByRole('menuitem', { name: 'Add a Post' }).click()
    await expectMessage(mounted, words)
    await expectCount(dialog, 0)

    mounted = await mount(openBead.href, {
      me: without(privilege as keyof typeof refusals),
      answers: { ...answers, 'GET /api/v0/beads/:id': openBead },
    })
    await main.getByRole('button', { name: 'Add a post' }).click()
    await expectMessage(mounted, words)
    await expectCount(dialog, 0)
  }
})

test('W3 "Followed" ends also if the mouse leaves the button before it has its handlers', async () => {
  function Probe({ press }: { press: PressedBy }) {
    return <output>{useRecentFollow(press).isRecent ? 'Followed' : 'Following'}</output>
  }
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  try {
    root.render(<Probe press="mouse" />)
    await expect.poll(() => container.textContent).toBe('Followed')
    root.render(<Probe press="other" />)
    await expect.poll(() => container.textContent).toBe('Following')
  } finally {
    root.unmount()
    container.remove()
  }
})
