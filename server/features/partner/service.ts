export { createPartners, partnersFrom, type Partner, type Partners } from './partners.ts'
export { createSkins, type Skins, type SkinSetting } from './skins.ts'
