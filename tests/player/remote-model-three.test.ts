/** The model of remote-model.ts while the member uses all three devices. */
import { testModel } from './remote-model.ts'

testModel(false)
