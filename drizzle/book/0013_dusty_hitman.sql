DROP INDEX `waiting_scans_user_order`;--> statement-breakpoint
ALTER TABLE `waiting_scans` ADD `held` integer;--> statement-breakpoint
CREATE INDEX `waiting_scans_held` ON `waiting_scans` (`scan_id`) WHERE held = 1;--> statement-breakpoint
CREATE INDEX `waiting_scans_user_order` ON `waiting_scans` (`user_id`,`created_at`,`scan_id`,`category`,`rules_since`,`rules_until`,`number`,`held`);--> statement-breakpoint
ALTER TABLE `scans` ADD `has_waited` integer DEFAULT false NOT NULL;