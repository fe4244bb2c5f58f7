/**
 * The style sheet of the widget. It is in the document, so that the list is painted without another request, and has the player's rules too:
 * the content security policy allows no other one.
 */
import { palettesOf, type Palette } from './colours.ts'

const variables = (palette: Palette): string =>
  Object.entries(palette)
    .map(([name, value]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value}`)
    .join(';')

/** `data-theme` on the root wins over the visitor's setting. */
const themes = ({ light, dark }: Record<'light' | 'dark', Palette>): string => `
:root{color-scheme:light dark;${variables(light)}}
@media (prefers-color-scheme:dark){:root{${variables(dark)}}}
:root[data-theme=light]{color-scheme:light;${variables(light)}}
:root[data-theme=dark]{color-scheme:dark;${variables(dark)}}
`

const list = `
*{box-sizing:border-box;margin:0;padding:0}
body{background:var(--canvas);color:var(--text);font:15px/1.4 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;overflow-wrap:anywhere;-webkit-text-size-adjust:100%}
a{color:inherit;text-decoration:none}
button{border:0;background:none;color:inherit;font:inherit;text-align:start;cursor:pointer}
[hidden]{display:none!important}
:focus-visible{outline:2px solid var(--accent-text);outline-offset:2px;border-radius:8px}
svg{display:block;fill:none;stroke:currentcolor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
svg .solid{fill:currentcolor}
small{color:var(--soft);font-size:13px}
.name{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.head{display:grid;grid-template-columns:auto minmax(0,1fr) auto;gap:12px;align-items:center;padding:12px}
.cover{inline-size:64px;block-size:64px;border-radius:10px;object-fit:cover;background:var(--line)}
.portrait{border-radius:50%}
.partner{display:block;color:var(--accent-text);font-size:12px;font-weight:650;letter-spacing:.02em}
h1{font-size:18px;font-weight:650;line-height:1.25;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
h1 a:hover,footer a:hover,.now a:hover{text-decoration:underline}
.start{display:grid;place-items:center;inline-size:48px;block-size:48px;border-radius:50%;background:var(--accent);color:var(--on-accent);visibility:hidden}
[data-scripted] .start{visibility:visible}
.start:focus-visible,.toggle:focus-visible{border-radius:50%}
.side{display:contents}
.sorts{display:flex;flex-wrap:wrap;gap:4px;padding:0 8px 4px}
.sorts a{padding:5px 10px;border-radius:999px;color:var(--soft);font-size:13px;font-weight:550}
.sorts a:hover{background:var(--hover);color:var(--text)}
.sorts a[aria-current]{background:var(--hover);color:var(--text)}
.posts{list-style:none;padding:4px}
.posts li{display:flex;align-items:center;border-radius:10px}
.posts li:hover{background:var(--hover)}
:root:not([data-scripted]) [data-post]{padding-inline-end:40px}
.row{display:flex;flex:1;gap:12px;align-items:center;min-inline-size:0;min-block-size:60px;padding:6px 8px}
.row:focus-visible{outline-offset:-2px;border-radius:10px}
.picture{position:relative;flex:none;inline-size:85px;block-size:48px;border-radius:6px;overflow:hidden;background:var(--line)}
.picture img{display:block;inline-size:100%;block-size:100%;object-fit:cover}
.words{flex:1;min-inline-size:0}
.words b{font-weight:550;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
.words small{display:block;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.time{flex:none;color:var(--soft);font-size:13px;font-variant-numeric:tabular-nums}
.out{display:grid;flex:none;place-items:center;inline-size:36px;block-size:44px;margin-inline-end:4px;border-radius:8px;color:var(--soft)}
.out:hover{color:var(--text)}
.mark{position:absolute;inset:0;display:grid;place-items:center;color:#fff;background:rgb(0 0 0/.38);opacity:0}
.posts li:hover .mark,.row:focus-visible .mark,[aria-current] .mark{opacity:1}
.posts li[data-current]{background:var(--wash)}
[data-current] b{color:var(--accent-text)}
.bars{display:none;gap:3px;align-items:end;block-size:16px}
.bars i{inline-size:3px;block-size:100%;background:#fff;transform-origin:bottom}
[data-playing] [data-current] .bars{display:flex}
[data-playing] [data-current] .mark svg{display:none}
.empty{padding:24px 12px;color:var(--soft);text-align:center}
footer{display:flex;flex-wrap:wrap;justify-content:center;gap:0 8px;padding:8px 12px 12px;border-block-start:1px solid var(--line);font-weight:550}
footer a{padding:8px}
footer p{flex-basis:100%;padding:8px 0;color:var(--soft);font-weight:400;text-align:center}
@media (hover:none){.mark{opacity:1}}
@media (max-width:299px){
.head{grid-template-columns:minmax(0,1fr) auto;gap:8px}
.cover,.time{display:none}
.start{inline-size:44px;block-size:44px}
.picture{inline-size:48px}
.row{gap:8px}
.out{inline-size:28px;margin:0}
}
@media (min-width:720px){
.widget{display:grid;grid-template-columns:minmax(0,11fr) minmax(0,9fr);align-items:start}
.side{display:block;position:sticky;inset-block-start:0;padding:8px}
.cover{inline-size:96px;block-size:96px}
h1{font-size:22px}
:root:not([data-stage]) .head:has(img:not(.portrait)){grid-template-columns:minmax(0,1fr) auto}
:root:not([data-stage]) img.cover:not(.portrait){grid-column:1/-1;inline-size:100%;block-size:auto;aspect-ratio:16/9;border-radius:12px}
.lists{padding:12px 8px 0 0}
}
`

const player = `
.stage{position:relative;inline-size:100%;min-block-size:200px;aspect-ratio:16/9;background:#000;overflow:hidden}
.stage [data-player-stage]{position:absolute;inset:0}
.bar{position:sticky;inset-block-start:0;z-index:1;display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 8px;align-items:center;padding:6px 12px;border-block:1px solid var(--line);background:var(--canvas)}
.now{display:flex;gap:10px;align-items:center;min-inline-size:0}
.now img{flex:none;inline-size:44px;block-size:44px;border-radius:6px;object-fit:cover}
.now b,.now small{display:block;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.now b{font-weight:600}
.now a{display:block;padding-block:3px;overflow:hidden;text-overflow:ellipsis}
.keys{display:flex;align-items:center}
.key{display:grid;flex:none;place-items:center;inline-size:40px;block-size:40px;border-radius:50%;color:var(--soft)}
.key:hover{background:var(--hover);color:var(--text)}
.key:disabled{opacity:.4;background:none;cursor:default}
.toggle,.toggle:hover{background:var(--accent);color:var(--on-accent)}
.toggle[data-waiting]{opacity:.7}
.more span{white-space:nowrap}
.more{grid-column:1/-1;display:flex;gap:8px;align-items:center;color:var(--soft);font-size:12px;font-variant-numeric:tabular-nums}
.seek{flex:1;min-inline-size:40px}
.loud{flex:none;inline-size:72px}
input[type=range]{appearance:none;block-size:24px;background:none;cursor:pointer}
input[type=range]::-webkit-slider-runnable-track{block-size:4px;border-radius:2px;background:linear-gradient(to right,var(--accent-text) var(--at,0%),var(--control) 0)}
[dir=rtl] input[type=range]::-webkit-slider-runnable-track{background:linear-gradient(to left,var(--accent-text) var(--at,0%),var(--control) 0)}
input[type=range]::-webkit-slider-thumb{appearance:none;inline-size:14px;block-size:14px;margin-block-start:-5px;border-radius:50%;background:var(--accent-text)}
input[type=range]::-moz-range-track{block-size:4px;border-radius:2px;background:var(--control)}
input[type=range]::-moz-range-progress{block-size:4px;border-radius:2px;background:var(--accent-text)}
input[type=range]::-moz-range-thumb{inline-size:14px;block-size:14px;border:0;border-radius:50%;background:var(--accent-text)}
input[type=range]:disabled{opacity:.5;cursor:default}
.notice{grid-column:1/-1;padding:6px 0;font-size:13px}
.notice:empty{display:none}
.notice a,.blocked a{text-decoration:underline}
.blocked{margin:0 12px 8px;padding:8px 12px;border-radius:8px;background:var(--hover);font-size:13px}
.closing{position:fixed;inset-block-end:12px;inset-inline:12px;z-index:2;display:flex;flex-wrap:wrap;gap:8px 12px;align-items:center;justify-content:space-between;padding:12px 16px;border:1px solid var(--line);border-radius:12px;background:var(--canvas);box-shadow:0 4px 24px rgb(0 0 0/.25)}
.closing button{padding:8px 16px;border-radius:999px;background:var(--accent);color:var(--on-accent);font-weight:550}
@media (pointer:coarse){.key{inline-size:44px;block-size:44px}.out{inline-size:44px}.sorts a,footer a{padding-block:13px}input[type=range]{block-size:44px}h1 a,.now a{padding-block:12px}}
@media (max-width:399px){.loud,.now img{display:none}}
@media (max-width:299px){.bar{grid-template-columns:minmax(0,1fr)}.keys{justify-content:center}.more{flex-wrap:wrap;justify-content:center;gap:0 4px}.seek{flex-basis:84px}.sorts a{padding-inline:7px}}
@media (min-width:720px){.bar{position:static;border:0;padding:10px 4px}.stage{border-radius:12px}}
@media (prefers-reduced-motion:no-preference){
.key,.out,.row,.mark{transition:opacity .12s,background-color .12s,color .12s}
[data-playing] [data-current] .bars i{animation:bar .9s ease-in-out infinite alternate}
[data-playing] [data-current] .bars i:nth-child(2){animation-delay:-.5s}
[data-playing] [data-current] .bars i:nth-child(3){animation-delay:-.2s}
@keyframes bar{from{transform:scaleY(.3)}to{transform:scaleY(1)}}
}
`

const styleOf = (accent: string | null): string => themes(palettesOf(accent)) + list + player

const strandStyle = styleOf(null)

/** The style sheet for an accent, `#rrggbb` or null for Strand's own. */
export const widgetStyle = (accent: string | null): string => (accent === null ? strandStyle : styleOf(accent))
