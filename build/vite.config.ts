import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { browserTargets } from '#contract/browsers.js'
import { entries } from '#contract/pages/entries.js'
import { initialChunks } from './lib/entryChunks.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const modules = Object.fromEntries(Object.entries(entries).map(([name, { module }]) => [name, `${root}${module}`]))

/**
 * There is no index.html: the server renders every document and takes the addresses of scripts and
 * styles from the manifest, so an entry is the module itself (server/contract/pages/entries.js).
 */
export default defineConfig({
  root,
  base: '/',
  publicDir: `${root}renderer/public`,
  plugins: [react()],
  // Icons are drawn by our own component, without the options of lucide-react's (renderer/ui/glyph.ts).
  resolve: { alias: [{ find: /^\.\.\/createLucideIcon\.mjs$/, replacement: `${root}renderer/ui/glyph.ts` }] },
  build: {
    outDir: `${root}dist/web`,
    emptyOutDir: true,
    manifest: 'manifest.json',
    sourcemap: false,
    target: browserTargets,
    cssTarget: browserTargets,
    // The content security policy allows no data: fonts or scripts, and a picture of its own is cached for good.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: Object.values(modules),
      // Only modules with a used export count, so exports of an index or of the catalogue belong to the chunk of their user.
      treeshake: {
        moduleSideEffects: [{ test: /\/(renderer\/(screens|widgets|texts|ui|player)|server\/contract)\/.*\.tsx?$/, sideEffects: false }],
      },
      // A text stands where it is said, so that the shell does not carry those of what comes later.
      optimization: { inlineConst: { mode: 'all', pass: 1 } },
      output: {
        // Three files for what every page needs, one by how often it changes; then what first screens share, each with what it
        // needs itself. Each file more that a first screen waits for costs it more than some bytes that it does without; what
        // waits for a touch stays out of these, and splits where it is imported lazily.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|wouter|regexparam)\//, priority: 9 },
            {
              name: 'state',
              test: /node_modules\/(@reduxjs|redux|redux-thunk|react-redux|reselect|immer|@standard-schema)\//,
              priority: 8,
            },
            { ...initialChunks(modules), priority: 7 },
            {
              name: 'kit',
              test: /\/renderer\/(ui\/(BeadCard|Card|CardGridSkeleton|CategoryMark|format|Grid|InfiniteScroll|ListTail|Skeleton|SortBar|TimeAgo|useMedia|Verified)\.|widgets\/(follow\/(FollowButtonView|FollowButton|SuperfollowButton)|playAll\/(?!useAutoplay)|skin\/useSkin)|texts\/en\/playAll)/,
              priority: 6,
            },
            // What most windows share: each file that can be fetched is named in the shell.
            {
              name: 'windows',
              test: /node_modules\/(@base-ui|@floating-ui)\//,
              priority: 5,
              minShareCount: 6,
              includeDependenciesRecursively: false,
            },
            {
              name: 'glyphs',
              test: /\/icons\/(bell|circle-check|compass|download|keyboard|list-plus|mail|trending-up|user-plus)\./,
              priority: 5,
              includeDependenciesRecursively: false,
            },
            { name: 'form', test: /\/renderer\/ui\/(Dialog|Confirm|FormDialog|Field|Shake)\./, priority: 5 },
            {
              name: 'post',
              test: /\/renderer\/(widgets\/(post(Parts)?\/(PostCard|PostCounts|PostMedia|PostMenu|Provenance|RichText|usePlayback)|(share\/ShareButton|embeds\/Embeds(?=\.tsx)|gallery\/index)|skin\/Promotion)|texts\/en\/post|ui\/(BeadTile|SkeletonRow|Tag|WhenNearViewport))\.|\/icons\/eighth-notes\./,
              priority: 4,
            },
            // Of what an index of features names, only what is used.
            {
              name: 'playlist',
              test: /\/renderer\/(screens\/(bead\/(?!filters\/|arrange\/|related\/Related|related\/useRelated|parts\.|DraftHidden\.|BeadLine\.|NewPostBanner\.|BeadFeed\.|HeaderSkeleton\.)|post\/)|widgets\/post\/(ClampedText|startPosition|useLinkedStart)|texts\/en\/bead\.)|\/contract\/pages\/playlist\.|\/icons\/(gem|lock)\./,
              priority: 3,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            {
              name: 'playlist-parts',
              test: /\/renderer\/(screens\/bead\/(filters\/|arrange\/ArrangeButton|parts\.|EmptyFeed|ExploreAll|BeadLine|DraftHidden)|texts\/en\/beadPage\.|data\/(beadPage|reorder)\.)|\/icons\/(arrow-right|arrow-up-down|shuffle|tag|user-round)\./,
              priority: 4,
              includeDependenciesRecursively: false,
            },
            // What the player's engine, its bar and the preloading of media share.
            {
              name: 'player-parts',
              test: /\/renderer\/player\/(streams|outputs\/volume)\./,
              priority: 2,
              includeDependenciesRecursively: false,
            },
            // One file: a button loads without a second request, and commands share its endpoints.
            {
              name: 'relations',
              test: /\/renderer\/data\/relation(s|Hooks|Commands)\./,
              priority: 2,
              includeDependenciesRecursively: false,
            },
            // Nearly all screens that need one file of these need the other.
            { name: 'people', test: /\/renderer\/(data|texts\/en)\/people\./, priority: 2, includeDependenciesRecursively: false },
            {
              name: 'member',
              test: /\/renderer\/(widgets\/people\/MemberFailure|texts\/en\/member)\./,
              priority: 2,
              includeDependenciesRecursively: false,
            },
            {
              name: 'tags',
              test: /\/renderer\/(screens\/followTags\/(TagCloud|useTags)|texts\/en\/followTags)\./,
              priority: 2,
              includeDependenciesRecursively: false,
            },
            {
              name: 'feed',
              test: /\/renderer\/(screens\/feed\/(?!Empty|FeedList|Suggestions|useDismissal)|texts\/en\/feed\.)|\/contract\/pages\/feed\./,
              priority: 2,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            // What a search shows only where it finds little, or to who scrolls.
            {
              name: 'search-beyond',
              test: /\/renderer\/screens\/search\/(NoResults|OtherCategories|Suggestions|useWeb\w+|Web\w+)\./,
              priority: 3,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            {
              name: 'search',
              test: /\/renderer\/(screens\/search\/|widgets\/playAll\/useAutoplay\.|texts\/en\/search\.|data\/search\.|ui\/Highlighted\.)/,
              priority: 2,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            {
              name: 'auth',
              test: /\/renderer\/(screens\/auth\/|texts\/en\/auth\.|data\/recovery\.)|\/icons\/(eye|eye-off)\./,
              priority: 2,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: { strictPort: true, cors: true },
})
