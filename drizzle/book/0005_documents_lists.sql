DROP INDEX `scans_created`;--> statement-breakpoint
CREATE INDEX `scans_synced` ON `scans` (`synced_at`);--> statement-breakpoint
CREATE INDEX `scans_created` ON `scans` (`created_at`,`id`,`user_id`,`category`,`status`,`synced_at`,`duplicate_of`,`filename`);