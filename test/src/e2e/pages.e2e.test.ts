import { applyNowStory } from './applyNow.testing';
import { approvalStories } from './approvals.testing';
import { manifestStories } from './manifests.testing';
import { overrideEditorStories } from './overrideEditor.testing';
import { placementEditorStories } from './placementEditor.testing';
import { sharedDemo } from './sharedDemo';
import { strategyEditorStories } from './strategyEditor.testing';
import { troubleStories } from './trouble.testing';
import { workloadStories } from './workloads.testing';

jest.setTimeout(240_000);

/** One demo for all of them: to start it takes as long as two stories. Each has its own objects beside the sample's. */
const shared = sharedDemo();

// As the demo is after its start: its run waits for an approval.
manifestStories(shared);
workloadStories(shared);
troubleStories(shared);
placementEditorStories(shared);
overrideEditorStories(shared);
applyNowStory(shared);
approvalStories(shared);
// Once the approval is given: the sample's run would hold the run of this story.
strategyEditorStories(shared);
